import { i18n } from '@lingui/core';
import * as v from 'valibot';
import { FormDialog } from '../forms/form-dialog';
import { FormField } from '../forms/form-field';
import { typed } from '../forms/rules';
import { useAppForm } from '../forms/use-app-form';

type Props = {
  title: string;
  text: string;
  /** Additional consequences, one paragraph each. */
  notes?: string[];
  /** Word to type. */
  word: string;
  yes: string;
  onDone: (sure: true) => void;
  onClose: () => void;
};

/** Confirms an irreversible action with typed input. */
export function TypedConfirmDialog({ title, text, notes = [], word, yes, onDone, onClose }: Props) {
  const form = useAppForm({
    schema: () => v.object({ typed: typed(word) }),
    values: { typed: '' },
    send: () => onDone(true),
  });
  return (
    <FormDialog
      title={title}
      form={form}
      submit={yes}
      onClose={onClose}
      intro={[text, ...notes].map((paragraph) => <p key={paragraph}>{paragraph}</p>)}
      cancel
    >
      <FormField
        control={form.control}
        name="typed"
        label={i18n._('Type {word} to confirm', { word })}
        autoComplete="off"
        maxLength={Math.max(80, word.length)}
      />
    </FormDialog>
  );
}

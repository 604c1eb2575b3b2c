import { i18n } from '@lingui/core';
import type { ReactNode } from 'react';
import * as v from 'valibot';
import { FormDialog } from '@/shared/forms/form-dialog';
import { FormField } from '@/shared/forms/form-field';
import { atMost } from '@/shared/forms/rules';
import { useAppForm } from '@/shared/forms/use-app-form';
import { ReasonField } from './reason-field';

type Props = {
  title: string;
  submit: string;
  /** Consequence of the action. */
  intro: ReactNode;
  /** Text to type before an irreversible action. */
  typed?: string;
  act: (reason: string) => Promise<unknown>;
  onDone: () => void;
  onClose: () => void;
};

/** Asks for a reason, recorded in the audit log, before an action. */
export function ReasonDialog({ title, submit, intro, typed, act, onDone, onClose }: Props) {
  const form = useAppForm({
    schema: () =>
      v.object({
        reason: atMost(200),
        typed: v.pipe(
          v.string(),
          v.trim(),
          v.check(
            (text) => typed === undefined || text.toLowerCase() === typed.toLowerCase(),
            i18n._("The text doesn't match."),
          ),
        ),
      }),
    values: { reason: '', typed: '' },
    send: async ({ reason }) => {
      await act(reason);
      onDone();
    },
  });
  return (
    <FormDialog title={title} form={form} submit={submit} onClose={onClose} cancel guard intro={intro}>
      <ReasonField control={form.control} />
      {typed !== undefined && (
        <FormField
          control={form.control}
          name="typed"
          label={i18n._('Confirmation')}
          help={i18n._('Type {word}.', { word: typed })}
          autoComplete="off"
        />
      )}
    </FormDialog>
  );
}

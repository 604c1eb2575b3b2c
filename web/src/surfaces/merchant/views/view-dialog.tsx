import { i18n } from '@lingui/core';
import * as v from 'valibot';
import { FormDialog } from '@/shared/forms/form-dialog';
import { FormField } from '@/shared/forms/form-field';
import { atMost } from '@/shared/forms/rules';
import { useAppForm } from '@/shared/forms/use-app-form';

/** Asks for the name of a view. */
export function ViewDialog({ onDone, onClose }: { onDone: (name: string) => void; onClose: () => void }) {
  const form = useAppForm({
    schema: () => v.object({ name: atMost(40) }),
    values: { name: '' },
    send: ({ name }) => onDone(name.trim()),
  });
  return (
    <FormDialog
      title={i18n._('Save view')}
      form={form}
      submit={i18n._('Save view')}
      onClose={onClose}
      cancel
      intro={<p>{i18n._('Saved on this device for everyone who uses it.')}</p>}
    >
      <FormField
        control={form.control}
        name="name"
        label={i18n._('Name')}
        autoComplete="off"
        maxLength={40}
      />
    </FormDialog>
  );
}

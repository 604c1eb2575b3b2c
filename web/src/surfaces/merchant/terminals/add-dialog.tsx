import { i18n } from '@lingui/core';
import { useMutation } from '@tanstack/react-query';
import * as v from 'valibot';
import { addTerminal } from '@/features/terminal/api/terminals';
import { AddedTerminal as limits } from '@/shared/api/limits.gen';
import type { Location, PairingCode } from '@/shared/api/types';
import { FormDialog } from '@/shared/forms/form-dialog';
import { FormField } from '@/shared/forms/form-field';
import { limited, required } from '@/shared/forms/rules';
import { SelectField } from '@/shared/forms/select-field';
import { useAppForm } from '@/shared/forms/use-app-form';

export type Added = { label: string; code: PairingCode };
type Props = { locations: Location[]; onDone: (added: Added) => void; onClose: () => void };

/** Adds a terminal, to be paired afterward. */
export function AddDialog({ locations, onDone, onClose }: Props) {
  const { mutateAsync } = useMutation(addTerminal);
  const form = useAppForm({
    schema: () => v.object({ label: limited(limits.label), locationId: required() }),
    values: { label: '', locationId: locations.length === 1 ? String(locations[0]?.id) : '' },
    send: async ({ label, locationId }) => {
      onDone({ label, code: await mutateAsync({ label, locationId: Number(locationId) }) });
    },
  });
  return (
    <FormDialog
      title={i18n._('Add terminal')}
      form={form}
      submit={i18n._('Add and pair')}
      onClose={onClose}
      cancel
    >
      <FormField
        control={form.control}
        name="label"
        label={i18n._('Terminal name')}
        autoComplete="off"
        maxLength={limits.label.maxLength}
        help={i18n._('Shown to staff, such as Lane 1')}
      />
      <SelectField
        control={form.control}
        name="locationId"
        label={i18n._('Location')}
        autoComplete="off"
        options={locations.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
    </FormDialog>
  );
}

import { i18n } from '@lingui/core';
import { useMutation } from '@tanstack/react-query';
import * as v from 'valibot';
import type { IssuedPassword, ProviderRole } from '@/shared/api/types';
import { EmailField } from '@/shared/forms/email-field';
import { FormDialog } from '@/shared/forms/form-dialog';
import { email, entered } from '@/shared/forms/rules';
import { useAppForm } from '@/shared/forms/use-app-form';
import { addStaff } from '../api/staff';
import { OwnPasswordField } from '../components/own-password-field';
import { RoleField } from './role-field';
import { providerRoles } from './role-words';

type Props = { onDone: (issued: IssuedPassword) => void; onClose: () => void };
type Values = { email: string; role: ProviderRole; password: string };

/** Adds a staff member to the environment. */
export function AddDialog({ onDone, onClose }: Props) {
  const { mutateAsync } = useMutation(addStaff);
  const values: Values = { email: '', role: 'viewer', password: '' };
  const form = useAppForm({
    schema: () => v.object({ email: email(), role: v.picklist(providerRoles), password: entered() }),
    values,
    send: async (values) => onDone(await mutateAsync(values)),
    fieldOf: { taken: 'email' },
  });
  return (
    <FormDialog
      title={i18n._('Add staff member')}
      form={form}
      submit={i18n._('Add')}
      onClose={onClose}
      intro={<p>{i18n._("We'll create a password for you to share. It's shown once.")}</p>}
      cancel
      guard
    >
      <EmailField control={form.control} name="email" label={i18n._('Email')} autoComplete="off" />
      <RoleField control={form.control} />
      <OwnPasswordField control={form.control} />
    </FormDialog>
  );
}

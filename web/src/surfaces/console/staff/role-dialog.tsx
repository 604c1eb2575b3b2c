import { i18n } from '@lingui/core';
import { useMutation } from '@tanstack/react-query';
import * as v from 'valibot';
import type { ProviderRole, ProviderStaffMember } from '@/shared/api/types';
import { FormDialog } from '@/shared/forms/form-dialog';
import { entered } from '@/shared/forms/rules';
import { useAppForm } from '@/shared/forms/use-app-form';
import { changeRole } from '../api/staff';
import { OwnPasswordField } from '../components/own-password-field';
import { RoleField } from './role-field';
import { providerRoles } from './role-words';

type Props = { member: ProviderStaffMember; onDone: () => void; onClose: () => void };

/** Changes a staff member's role. */
export function RoleDialog({ member, onDone, onClose }: Props) {
  const { mutateAsync } = useMutation(changeRole);
  const values: { role: ProviderRole; password: string } = { role: member.role, password: '' };
  const form = useAppForm({
    schema: () => v.object({ role: v.picklist(providerRoles), password: entered() }),
    values,
    send: async ({ role, password }) => {
      await mutateAsync({ id: member.id, role, password });
      onDone();
    },
  });
  return (
    <FormDialog
      title={i18n._('Change role for {email}', { email: member.email })}
      form={form}
      submit={i18n._('Save')}
      onClose={onClose}
      cancel
    >
      <RoleField control={form.control} />
      <OwnPasswordField control={form.control} />
    </FormDialog>
  );
}

import { i18n } from '@lingui/core';
import { useMutation } from '@tanstack/react-query';
import * as v from 'valibot';
import { setStaffRole } from '@/features/staff/api/staff';
import type { StaffMember, StaffRole } from '@/shared/api/types';
import { FormDialog } from '@/shared/forms/form-dialog';
import { useAppForm } from '@/shared/forms/use-app-form';
import { withPassword } from '../components/with-password';
import { RoleField } from './role-field';
import { staffRoles } from './role-words';

type Props = { member: StaffMember; onDone: () => void; onClose: () => void };

/** Changes a team member's role. */
export function RoleDialog({ member, onDone, onClose }: Props) {
  const { mutateAsync } = useMutation(setStaffRole);
  const role: StaffRole = member.role === 'customer' ? 'attendant' : member.role;
  const form = useAppForm({
    schema: () => v.object({ role: v.picklist(staffRoles) }),
    values: { role },
    send: async (entered) => {
      await withPassword(() => mutateAsync({ userId: member.userId, role: entered.role }));
      onDone();
    },
  });
  return (
    <FormDialog
      title={i18n._("Change {name}'s role", { name: member.name })}
      form={form}
      submit={i18n._('Save')}
      onClose={onClose}
      cancel
    >
      <RoleField control={form.control} />
    </FormDialog>
  );
}

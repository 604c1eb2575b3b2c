import { i18n } from '@lingui/core';
import { useMutation } from '@tanstack/react-query';
import * as v from 'valibot';
import { inviteStaff } from '@/features/staff/api/staff';
import type { StaffRole } from '@/shared/api/types';
import { EmailField } from '@/shared/forms/email-field';
import { FormDialog } from '@/shared/forms/form-dialog';
import { FormField } from '@/shared/forms/form-field';
import { email, required } from '@/shared/forms/rules';
import { useAppForm } from '@/shared/forms/use-app-form';
import { withPassword } from '../components/with-password';
import { RoleField } from './role-field';
import { staffRoles } from './role-words';

type Props = { onDone: (email: string) => void; onClose: () => void };
type Values = { firstName: string; lastName: string; email: string; role: StaffRole };

/** Invites a teammate by email. */
export function InviteDialog({ onDone, onClose }: Props) {
  const { mutateAsync } = useMutation(inviteStaff);
  const values: Values = { firstName: '', lastName: '', email: '', role: 'attendant' };
  const form = useAppForm({
    schema: () =>
      v.object({ firstName: required(), lastName: required(), email: email(), role: v.picklist(staffRoles) }),
    values,
    send: async (entered) => {
      await withPassword(() => mutateAsync(entered));
      onDone(entered.email);
    },
  });
  return (
    <FormDialog
      title={i18n._('Invite teammate')}
      form={form}
      submit={i18n._('Send invitation')}
      onClose={onClose}
      cancel
      guard
    >
      <FormField
        control={form.control}
        name="firstName"
        label={i18n._('First name')}
        autoComplete="off"
        maxLength={60}
      />
      <FormField
        control={form.control}
        name="lastName"
        label={i18n._('Last name')}
        autoComplete="off"
        maxLength={60}
      />
      <EmailField control={form.control} name="email" label={i18n._('Email')} autoComplete="off" />
      <RoleField control={form.control} />
    </FormDialog>
  );
}

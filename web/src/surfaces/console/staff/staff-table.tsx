import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { confirmWithPassword } from '@/features/identity/components/confirm-with-password';
import type { IssuedPassword, ProviderStaffMember } from '@/shared/api/types';
import { longDate } from '@/shared/format/dates';
import { type Column, DataTable } from '@/shared/office/data-table';
import { StateChip } from '@/shared/office/state-chip';
import { throughDialog } from '@/shared/office/through-dialog';
import { openDialog } from '@/shared/ui/open-dialog';
import { toast } from '@/shared/ui/toasts';
import { removeStaff, resetPassword, resetSecondFactors } from '../api/staff';
import { roleName } from './role-words';

/** Shows a password that can't be shown again. */
export async function handOver(issued: IssuedPassword) {
  await openDialog<void>(async () => {
    const { PasswordDialog } = await import('./password-dialog');
    return (settle) => <PasswordDialog issued={issued} onClose={() => settle(null)} />;
  });
}

function Actions({ member }: { member: ProviderStaffMember }) {
  const remove = useMutation(removeStaff);
  const reset = useMutation(resetPassword);
  const factors = useMutation(resetSecondFactors);
  const { id, email } = member;

  const changeRole = () =>
    throughDialog(i18n._('Role updated'), async () => {
      const { RoleDialog } = await import('./role-dialog');
      return (ways) => <RoleDialog member={member} {...ways} />;
    });
  const makePassword = async () => {
    const issued = await confirmWithPassword(
      i18n._('Reset password for {email}?', { email }),
      i18n._("Their current password stops working and they're logged out."),
      i18n._('Reset password'),
      (password) => reset.mutateAsync({ id, password }),
    );
    if (issued) await handOver(issued.done);
  };
  const takeFactors = async () => {
    const isReset = await confirmWithPassword(
      i18n._('Reset two-factor authentication for {email}?', { email }),
      i18n._(
        'Use this if a teammate lost their authenticator and backup codes. Verify their identity first: until they set up a new one, their password alone lets them log in.',
      ),
      i18n._('Reset 2FA'),
      (password) => factors.mutateAsync({ id, password }),
    );
    if (isReset) toast(i18n._('Two-factor authentication reset for {email}', { email }));
  };
  const letGo = async () => {
    const removed = await confirmWithPassword(
      i18n._('Remove {email}?', { email }),
      i18n._('They lose access right away. Their actions stay in the audit log.'),
      i18n._('Remove'),
      (password) => remove.mutateAsync({ id, password }),
    );
    if (removed) toast(i18n._('{email} removed', { email }));
  };

  const disabled = [remove, reset, factors].some(({ isPending }) => isPending);
  const press = { size: 'small', variant: 'text', disabled } as const;
  return (
    <>
      <Button {...press} onClick={changeRole} aria-label={i18n._('Change role: {email}', { email })}>
        {i18n._('Change role')}
      </Button>
      <Button {...press} onClick={makePassword} aria-label={i18n._('Reset password: {email}', { email })}>
        {i18n._('Reset password')}
      </Button>
      {member.hasSecondFactor && (
        <Button {...press} onClick={takeFactors} aria-label={i18n._('Reset 2FA: {email}', { email })}>
          {i18n._('Reset 2FA')}
        </Button>
      )}
      <Button {...press} color="error" onClick={letGo} aria-label={i18n._('Remove: {email}', { email })}>
        {i18n._('Remove')}
      </Button>
    </>
  );
}

type Props = {
  people: ProviderStaffMember[];
  /** ID of the viewer. */
  self: string;
  /** Whether the viewer may manage the others. */
  decides: boolean;
};

/** Staff with actions. The person's own account has a separate page. */
export function StaffTable({ people, self, decides }: Props) {
  const columns: [Column<ProviderStaffMember>, ...Column<ProviderStaffMember>[]] = [
    {
      id: 'email',
      head: i18n._('Email'),
      cell: ({ email, id }) => (id === self ? i18n._('{email} (you)', { email }) : email),
    },
    {
      id: 'role',
      head: i18n._('Role'),
      cell: ({ role }) => <StateChip mood={role === 'owner' ? 'told' : 'over'} label={roleName(role)} />,
      phone: 'aside',
    },
    {
      id: 'factor',
      head: i18n._('Two-factor authentication'),
      cell: ({ hasSecondFactor }) => (hasSecondFactor ? i18n._({ id: 'two-factor|On', message: 'On' }) : '–'),
    },
    {
      id: 'since',
      head: i18n._('Added'),
      cell: ({ createdAt }) => longDate(createdAt),
      numeric: true,
    },
  ];
  return (
    <DataTable
      label={i18n._('Staff')}
      columns={columns}
      rows={people}
      keyOf={({ id }) => id}
      {...(decides && {
        actions: (member: ProviderStaffMember) => (member.id === self ? null : <Actions member={member} />),
        actionsHead: i18n._('Actions'),
      })}
    />
  );
}

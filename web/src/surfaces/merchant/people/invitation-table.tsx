import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { resendInvitation, withdrawInvitation } from '@/features/staff/api/staff';
import type { StaffInvitation } from '@/shared/api/types';
import { isViewing } from '@/shared/api/view';
import { longDate } from '@/shared/format/dates';
import { askAndDo } from '@/shared/office/ask-and-do';
import { type Column, DataTable } from '@/shared/office/data-table';
import { StateChip } from '@/shared/office/state-chip';
import { roleName } from './role-words';

const nameOf = ({ firstName, lastName }: StaffInvitation) => `${firstName} ${lastName}`;

function Actions({ invitation }: { invitation: StaffInvitation }) {
  const resending = useMutation(resendInvitation);
  const withdrawing = useMutation(withdrawInvitation);
  const { invitationId, email } = invitation;
  const name = nameOf(invitation);
  const resend = () =>
    askAndDo(
      {
        title: i18n._('Resend invitation?'),
        text: i18n._("We'll send {email} a new link, valid for 7 days. The old link stops working.", {
          email,
        }),
        yes: i18n._('Resend'),
        done: i18n._('Invitation sent to {email}', { email }),
      },
      () => resending.mutateAsync(invitationId),
    );
  const withdraw = () =>
    askAndDo(
      {
        title: i18n._("Withdraw {name}'s invitation?", { name }),
        text: i18n._('The link stops working.'),
        yes: i18n._('Withdraw'),
        done: i18n._('Invitation withdrawn'),
      },
      () => withdrawing.mutateAsync(invitationId),
    );
  const press = {
    size: 'small',
    variant: 'text',
    disabled: resending.isPending || withdrawing.isPending,
  } as const;
  if (isViewing()) return null;
  return (
    <>
      <Button {...press} onClick={resend} aria-label={i18n._('Resend: {name}', { name })}>
        {i18n._('Resend')}
      </Button>
      <Button {...press} color="error" onClick={withdraw} aria-label={i18n._('Withdraw: {name}', { name })}>
        {i18n._('Withdraw')}
      </Button>
    </>
  );
}

/** Open invitations. */
export function InvitationTable({ invitations }: { invitations: StaffInvitation[] }) {
  const columns: [Column<StaffInvitation>, ...Column<StaffInvitation>[]] = [
    { id: 'name', head: i18n._('Name'), cell: nameOf },
    { id: 'role', head: i18n._('Role'), cell: ({ role }) => roleName(role), phone: 'aside' },
    { id: 'email', head: i18n._('Email'), cell: ({ email }) => email },
    {
      id: 'state',
      head: i18n._('Status'),
      cell: ({ isExpired, expiresAt }) =>
        isExpired ? (
          <StateChip mood="over" label={i18n._({ id: 'invitation|Expired', message: 'Expired' })} />
        ) : (
          <StateChip mood="busy" label={i18n._('Expires {date}', { date: longDate(expiresAt) })} />
        ),
    },
  ];
  return (
    <DataTable
      label={i18n._('Invitations')}
      columns={columns}
      rows={invitations}
      keyOf={({ invitationId }) => invitationId}
      actions={(invitation) => <Actions invitation={invitation} />}
      actionsHead={i18n._('Actions')}
    />
  );
}

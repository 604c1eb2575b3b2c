import { i18n } from '@lingui/core';
import type { Member } from '@/shared/api/types';
import { longDate } from '@/shared/format/dates';
import { money } from '@/shared/format/money';
import { washNames } from '@/shared/format/wash-names';
import { type Column, DataTable } from '@/shared/office/data-table';
import { StateChip } from '@/shared/office/state-chip';
import { BreakableEmail } from '../components/breakable-email';
import { useMay } from '../roles';
import { addressOf } from '../table';
import { MemberActions } from './member-actions';
import { nextOf, standingOf } from './member-words';

/** Memberships with actions. */
export function MemberTable({ members }: { members: Member[] }) {
  const may = useMay();
  const columns: [Column<Member>, ...Column<Member>[]] = [
    {
      id: 'member',
      head: i18n._('Member'),
      cell: ({ customerName, customerEmail }) => customerName ?? customerEmail ?? i18n._('Deleted account'),
    },
    {
      id: 'email',
      head: i18n._('Email'),
      cell: ({ customerName, customerEmail }) =>
        customerName && customerEmail ? <BreakableEmail email={customerEmail} /> : '–',
    },
    {
      id: 'club',
      head: i18n._('Club'),
      cell: ({ name, washes }) => (washes.length > 0 ? `${name} (${washNames({ washes })})` : name),
    },
    { id: 'state', head: i18n._('Status'), cell: (member) => <StateChip {...standingOf(member)} /> },
    { id: 'next', head: i18n._('Next event'), cell: nextOf },
    {
      id: 'price',
      head: i18n._('Next monthly price'),
      cell: ({ monthlyPrice }) => money(monthlyPrice),
      numeric: true,
      phone: 'aside',
    },
    {
      id: 'joined',
      head: i18n._('Joined'),
      cell: ({ joinedAt }) => longDate(joinedAt),
      numeric: true,
      phone: 'never',
    },
  ];
  return (
    <DataTable
      label={i18n._('Members')}
      columns={columns}
      rows={members}
      keyOf={({ membershipId }) => membershipId}
      to={({ userId }) => (userId ? addressOf('customer', { userId }) : null)}
      actions={may('pause') ? (member) => <MemberActions member={member} /> : undefined}
      actionsHead={i18n._('Actions')}
    />
  );
}

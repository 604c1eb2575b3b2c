import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { removeStaff } from '@/features/staff/api/staff';
import type { StaffMember } from '@/shared/api/types';
import { isViewing } from '@/shared/api/view';
import { Age } from '@/shared/office/age';
import { type Column, DataTable } from '@/shared/office/data-table';
import { openDialog } from '@/shared/ui/open-dialog';
import { toast } from '@/shared/ui/toasts';
import { unlockAndDo } from '../components/with-password';
import { roleName } from './role-words';

async function changeRole(member: StaffMember) {
  const changed = await openDialog<true>(async () => {
    const { RoleDialog } = await import('./role-dialog');
    return (settle) => (
      <RoleDialog member={member} onDone={() => settle(true)} onClose={() => settle(null)} />
    );
  });
  if (changed) toast(i18n._('Role changed'));
}

function Actions({ member }: { member: StaffMember }) {
  const { mutateAsync, isPending } = useMutation(removeStaff);
  const { name, userId, isSelf } = member;
  if (isSelf || isViewing()) return null;
  const remove = () =>
    unlockAndDo(
      {
        title: i18n._('Remove {name} from the team?', { name }),
        text: i18n._('Removes their back office access immediately. Their customer account stays.'),
        yes: i18n._('Remove'),
        done: i18n._('{name} removed', { name }),
      },
      () => mutateAsync(userId),
    );
  const press = { size: 'small', variant: 'text', disabled: isPending } as const;
  return (
    <>
      <Button
        {...press}
        onClick={() => changeRole(member)}
        aria-label={i18n._('Change role: {name}', { name })}
      >
        {i18n._('Change role')}
      </Button>
      <Button {...press} color="error" onClick={remove} aria-label={i18n._('Remove: {name}', { name })}>
        {i18n._('Remove')}
      </Button>
    </>
  );
}

/** Team members with actions. No one can change their own role. */
export function PeopleTable({ people }: { people: StaffMember[] }) {
  const columns: [Column<StaffMember>, ...Column<StaffMember>[]] = [
    {
      id: 'name',
      head: i18n._('Name'),
      cell: ({ name, isSelf }) => (isSelf ? i18n._('{name} (you)', { name }) : name),
    },
    { id: 'role', head: i18n._('Role'), cell: ({ role }) => roleName(role), phone: 'aside' },
    { id: 'email', head: i18n._('Email'), cell: ({ email }) => email },
    {
      id: 'seen',
      head: i18n._('Last seen'),
      cell: ({ lastSeenAt }) => (lastSeenAt ? <Age at={lastSeenAt} /> : i18n._('Never')),
      numeric: true,
    },
  ];
  return (
    <DataTable
      label={i18n._('Team')}
      columns={columns}
      rows={people}
      keyOf={({ userId }) => userId}
      actions={(member) => <Actions member={member} />}
      actionsHead={i18n._('Actions')}
    />
  );
}

import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { staffInvitationsQuery, staffQuery } from '@/features/staff/api/staff';
import { isViewing } from '@/shared/api/view';
import { filter, page, search } from '@/shared/list/fields';
import { ListControls } from '@/shared/list/list-controls';
import { ListView } from '@/shared/list/list-view';
import { matches } from '@/shared/list/matches';
import { pageOf } from '@/shared/list/part';
import { SearchBox } from '@/shared/list/search-box';
import { useList } from '@/shared/list/use-list';
import stack from '@/shared/office/stack.module.css';
import { openDialog } from '@/shared/ui/open-dialog';
import { Page } from '@/shared/ui/page';
import { QueryView } from '@/shared/ui/query-view';
import { SectionCard } from '@/shared/ui/section-card';
import { SelectBox } from '@/shared/ui/select-box';
import { Skeleton } from '@/shared/ui/skeleton';
import { StateView } from '@/shared/ui/state-view';
import { toast } from '@/shared/ui/toasts';
import { InvitationTable } from '../people/invitation-table';
import { PeopleTable } from '../people/people-table';
import { roleName, staffRoles } from '../people/role-words';

const size = 50;
const fields = { q: search(), role: filter('all', 'owner', 'manager', 'attendant'), page: page() };

async function invite() {
  const email = await openDialog<string>(async () => {
    const { InviteDialog } = await import('../people/invite-dialog');
    return (settle) => <InviteDialog onDone={settle} onClose={() => settle(null)} />;
  });
  if (email) toast(i18n._('Invitation sent to {email}', { email }));
}

/** Team members and open invitations. */
export function PeoplePage() {
  const list = useList(fields);
  const { state, to, change } = list;
  const invitations = useQuery(staffInvitationsQuery());
  return (
    <Page
      aside={
        !isViewing() && (
          <Button variant="contained" onClick={invite}>
            {i18n._('Invite teammate')}
          </Button>
        )
      }
    >
      <ListView
        query={useQuery(staffQuery())}
        list={list}
        part={(all) =>
          pageOf(
            all.filter(
              ({ name, email, role }) =>
                matches(state.q, [name, email]) && (state.role === 'all' || role === state.role),
            ),
            { page: state.page, size, at: (next) => to({ page: next }) },
          )
        }
        controls={() => (
          <ListControls>
            <SearchBox
              label={i18n._('Search by name or email')}
              value={state.q}
              onSearch={(q) => change({ q })}
            />
            <SelectBox
              label={i18n._('Role')}
              hideLabel
              options={[
                { value: 'all', label: i18n._('All roles') },
                ...staffRoles.map((value) => ({ value, label: roleName(value) })),
              ]}
              value={state.role}
              onChange={(role) => change({ role })}
            />
          </ListControls>
        )}
        skeleton={<Skeleton count={4} height={44} />}
        failed={i18n._("Couldn't load team")}
        empty={<StateView icon="users" title={i18n._('No teammates yet')} />}
      >
        {(people) => <PeopleTable people={people} />}
      </ListView>
      <div className={stack.stack}>
        <SectionCard title={i18n._('Invitations')}>
          <QueryView
            query={invitations}
            skeleton={<Skeleton count={2} height={44} />}
            failed={i18n._("Couldn't load invitations")}
            empty={<p>{i18n._('No pending invitations')}</p>}
          >
            {(open) => <InvitationTable invitations={open} />}
          </QueryView>
        </SectionCard>
      </div>
    </Page>
  );
}

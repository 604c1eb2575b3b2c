import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import type { IssuedPassword } from '@/shared/api/types';
import { filter, page, search } from '@/shared/list/fields';
import { ListControls } from '@/shared/list/list-controls';
import { ListView } from '@/shared/list/list-view';
import { matches } from '@/shared/list/matches';
import { pageOf } from '@/shared/list/part';
import { SearchBox } from '@/shared/list/search-box';
import { useList } from '@/shared/list/use-list';
import { openDialog } from '@/shared/ui/open-dialog';
import { Page } from '@/shared/ui/page';
import { SelectBox } from '@/shared/ui/select-box';
import { Skeleton } from '@/shared/ui/skeleton';
import { StateView } from '@/shared/ui/state-view';
import { meQuery } from '../api/own';
import { staffQuery } from '../api/staff';
import { useIsAtLeast } from '../roles';
import { providerRoles, roleName } from '../staff/role-words';
import { handOver, StaffTable } from '../staff/staff-table';

const size = 50;
const fields = { q: search(), role: filter('all', 'viewer', 'operator', 'owner'), page: page() };

async function add() {
  const issued = await openDialog<IssuedPassword>(async () => {
    const { AddDialog } = await import('../staff/add-dialog');
    return (settle) => <AddDialog onDone={settle} onClose={() => settle(null)} />;
  });
  if (issued) await handOver(issued);
}

/** Staff of the environment. */
export function StaffPage() {
  const list = useList(fields);
  const { state, to, change } = list;
  const { data: me } = useQuery(meQuery());
  const decides = useIsAtLeast('owner');
  return (
    <Page
      aside={
        decides && (
          <Button variant="contained" onClick={add}>
            {i18n._('Add staff member')}
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
              ({ email, role }) => matches(state.q, [email]) && (state.role === 'all' || role === state.role),
            ),
            { page: state.page, size, at: (next) => to({ page: next }) },
          )
        }
        controls={() => (
          <ListControls>
            <SearchBox label={i18n._('Email')} value={state.q} onSearch={(q) => change({ q })} />
            <SelectBox
              label={i18n._('Role')}
              hideLabel
              options={[
                { value: 'all', label: i18n._('All roles') },
                ...providerRoles.map((value) => ({ value, label: roleName(value) })),
              ]}
              value={state.role}
              onChange={(role) => change({ role })}
            />
          </ListControls>
        )}
        skeleton={<Skeleton count={4} height={44} />}
        failed={i18n._("Couldn't load staff")}
        empty={<StateView icon="users" title={i18n._('No staff yet')} />}
      >
        {(people) => <StaffTable people={people} self={me?.id ?? ''} decides={decides} />}
      </ListView>
    </Page>
  );
}

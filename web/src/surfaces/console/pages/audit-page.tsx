import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { ListControls } from '@/shared/list/list-controls';
import { ListView } from '@/shared/list/list-view';
import { useList } from '@/shared/list/use-list';
import { cursorOf, partOf } from '@/shared/office/trail';
import { Page } from '@/shared/ui/page';
import { SelectBox } from '@/shared/ui/select-box';
import { Skeleton } from '@/shared/ui/skeleton';
import { StateView } from '@/shared/ui/state-view';
import { auditQuery } from '../api/audit';
import { staffQuery } from '../api/staff';
import { askedOf, auditFields } from '../audit/audit-fields';
import { AuditTable } from '../audit/audit-table';

const size = 50;

/** What was done in the environment and to what all share, the newest first. */
export function AuditPage() {
  const list = useList(auditFields);
  const { state, to, change } = list;
  const { data: staff = [] } = useQuery(staffQuery());
  const cursor = cursorOf(state.at);
  const query = useQuery(auditQuery({ ...askedOf(state), limit: size, ...(cursor && { cursor }) }));
  const people = [
    { value: '', label: i18n._('Everybody') },
    { value: 'cli', label: i18n._('Command line') },
    ...staff.map(({ id, email }) => ({ value: id, label: email })),
  ];
  // Somebody whom a link names may have been removed meanwhile.
  const unknown = !people.some(({ value }) => value === state.actor);
  return (
    <Page>
      <ListView
        query={query}
        list={list}
        part={(page) => partOf(page, { trail: state.at, size, at: (at) => to({ at }) })}
        controls={() => (
          <ListControls>
            <SelectBox
              label={i18n._('Person')}
              hideLabel
              options={
                unknown ? [...people, { value: state.actor, label: i18n._('Removed account') }] : people
              }
              value={state.actor}
              onChange={(actor) => change({ actor })}
            />
            {state.subject && (
              <Button size="small" variant="outlined" onClick={() => change({ subject: '' })}>
                {i18n._('Only one subject: show all')}
              </Button>
            )}
          </ListControls>
        )}
        skeleton={<Skeleton count={8} height={44} />}
        failed={i18n._('Unable to get the audit')}
        empty={<StateView icon="clock" title={i18n._('Nothing yet')} />}
      >
        {(records) => <AuditTable records={records} onSubject={(subject) => change({ subject })} />}
      </ListView>
    </Page>
  );
}

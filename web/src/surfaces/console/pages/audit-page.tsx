import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { ListView } from '@/shared/list/list-view';
import { useList } from '@/shared/list/use-list';
import { cursorOf, partOf } from '@/shared/office/trail';
import { Page } from '@/shared/ui/page';
import { Skeleton } from '@/shared/ui/skeleton';
import { StateView } from '@/shared/ui/state-view';
import { auditQuery } from '../api/audit';
import { AuditControls } from '../audit/audit-controls';
import { askedOf, auditFields } from '../audit/audit-filters';
import { AuditTable } from '../audit/audit-table';

const size = 50;

/** Events of the environment and shared ones, newest first. */
export function AuditPage() {
  const list = useList(auditFields);
  const { state, to, change } = list;
  const cursor = cursorOf(state.at);
  const query = useQuery(auditQuery({ ...askedOf(state), limit: size, ...(cursor && { cursor }) }));
  return (
    <Page>
      <ListView
        query={query}
        list={list}
        part={(page) => partOf(page, { trail: state.at, size, at: (at) => to({ at }) })}
        controls={() => <AuditControls list={list} page={query.data} />}
        skeleton={<Skeleton count={8} height={44} />}
        failed={i18n._("Couldn't load audit log")}
        empty={<StateView icon="clock" title={i18n._('No events yet')} />}
      >
        {(records) => <AuditTable records={records} onSubject={(subject) => change({ subject })} />}
      </ListView>
    </Page>
  );
}

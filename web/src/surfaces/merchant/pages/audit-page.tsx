import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { downloadEntries, entriesQuery } from '@/features/audit/api/entries';
import { ListView } from '@/shared/list/list-view';
import { useList } from '@/shared/list/use-list';
import { cursorOf, partOf } from '@/shared/office/trail';
import { Page } from '@/shared/ui/page';
import { Skeleton } from '@/shared/ui/skeleton';
import { StateView } from '@/shared/ui/state-view';
import { AuditControls } from '../audit/audit-controls';
import { askedOf, auditFields } from '../audit/audit-filters';
import { AuditTable } from '../audit/audit-table';
import { DownloadButton } from '../components/download-button';
import { useMay } from '../roles';
import { SavedViews } from '../views/saved-views';

const size = 50;

/** Team's actions, newest first. */
export function AuditPage() {
  const may = useMay();
  const list = useList(auditFields);
  const { state, to } = list;
  const asked = askedOf(state);
  const cursor = cursorOf(state.at);
  const query = useQuery(entriesQuery({ ...asked, limit: size, ...(cursor && { cursor: Number(cursor) }) }));
  return (
    <Page
      aside={
        query.data &&
        may('takeAuditAway') && (
          <DownloadButton list="audit" fetchTable={() => downloadEntries(asked)} count={query.data.count} />
        )
      }
    >
      <ListView
        query={query}
        list={list}
        part={(page) => partOf(page, { trail: state.at, size, at: (at) => to({ at }) })}
        controls={() => (
          <>
            <AuditControls list={list} page={query.data} />
            <SavedViews list="audit" />
          </>
        )}
        skeleton={<Skeleton count={8} height={44} />}
        failed={i18n._("Couldn't load audit log")}
        empty={
          <StateView
            icon="clock"
            title={i18n._('No activity yet')}
            text={i18n._("Your team's changes will appear here.")}
          />
        }
      >
        {(entries) => <AuditTable entries={entries} />}
      </ListView>
    </Page>
  );
}

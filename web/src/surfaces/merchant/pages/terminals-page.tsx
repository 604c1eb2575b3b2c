import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { locationsQuery } from '@/features/catalog/api/locations';
import { terminalsQuery } from '@/features/terminal/api/terminals';
import type { Location, PairingCode } from '@/shared/api/types';
import { page, search } from '@/shared/list/fields';
import { ListControls } from '@/shared/list/list-controls';
import { ListView } from '@/shared/list/list-view';
import { matches } from '@/shared/list/matches';
import { pageOf } from '@/shared/list/part';
import { SearchBox } from '@/shared/list/search-box';
import { useList } from '@/shared/list/use-list';
import { attempt } from '@/shared/office/attempt';
import { dialogs } from '@/shared/ui/dialogs';
import { openDialog } from '@/shared/ui/open-dialog';
import { Page } from '@/shared/ui/page';
import { Skeleton } from '@/shared/ui/skeleton';
import { StateView } from '@/shared/ui/state-view';
import { useLocationName } from '../components/location-names';
import { useMay } from '../roles';
import { addressOf } from '../table';
import { TerminalTable } from '../terminals/terminal-table';

const size = 50;
const fields = { q: search(), page: page() };

async function showCode(label: string, code: PairingCode) {
  await openDialog<void>(async () => {
    const { PairingDialog } = await import('../terminals/pairing-dialog');
    return (settle) => <PairingDialog label={label} first={code} onClose={() => settle(null)} />;
  });
}

async function add(locations: Location[]) {
  const added = await openDialog<{ label: string; code: PairingCode }>(async () => {
    const { AddDialog } = await import('../terminals/add-dialog');
    return (settle) => <AddDialog locations={locations} onDone={settle} onClose={() => settle(null)} />;
  });
  if (added) await showCode(added.label, added.code);
}

/** Terminals of the site. */
export function TerminalsPage() {
  const may = useMay();
  const nameOf = useLocationName();
  const client = useQueryClient();
  const navigate = useNavigate();
  const addOrExplain = () =>
    attempt(async () => {
      const locations = await client.fetchQuery(locationsQuery());
      if (locations.length > 0) return add(locations);
      const wanted = await dialogs.confirm({
        title: i18n._('Add a location first'),
        text: i18n._('A terminal belongs to a location.'),
        yes: i18n._('Add location'),
        no: i18n._('Cancel'),
      });
      if (wanted) await navigate(`${addressOf('locations')}/new`);
    });
  const list = useList(fields);
  const { state, to, change } = list;
  const query = useQuery({ ...terminalsQuery(), refetchInterval: 60_000 });
  const addButton = may('addTerminal') && (
    <Button variant="contained" onClick={addOrExplain}>
      {i18n._('Add terminal')}
    </Button>
  );
  return (
    <Page aside={query.data && query.data.length > 0 && addButton}>
      <ListView
        query={query}
        list={list}
        part={(all) =>
          pageOf(
            all.filter(({ label, locationId }) => matches(state.q, [label, nameOf(locationId)])),
            { page: state.page, size, at: (next) => to({ page: next }) },
          )
        }
        controls={() => (
          <ListControls>
            <SearchBox
              label={i18n._('Search by terminal or location')}
              value={state.q}
              onSearch={(q) => change({ q })}
            />
          </ListControls>
        )}
        skeleton={<Skeleton count={4} height={44} />}
        failed={i18n._("Couldn't load terminals")}
        empty={
          <StateView
            icon="card"
            title={i18n._('No terminals yet')}
            text={i18n._("Terminals, such as kiosks and lane tablets, redeem customers' purchases.")}
          >
            {addButton}
          </StateView>
        }
      >
        {(terminals) => <TerminalTable terminals={terminals} onCode={showCode} />}
      </ListView>
    </Page>
  );
}

import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import type { RolloutSite } from '@/shared/api/types';
import { cursor, filter } from '@/shared/list/fields';
import { ListControls } from '@/shared/list/list-controls';
import { ListView } from '@/shared/list/list-view';
import { useList } from '@/shared/list/use-list';
import { Age } from '@/shared/office/age';
import { type Column, DataTable } from '@/shared/office/data-table';
import { StateChip } from '@/shared/office/state-chip';
import { cursorOf, partOf } from '@/shared/office/trail';
import { SelectBox } from '@/shared/ui/select-box';
import { Skeleton } from '@/shared/ui/skeleton';
import { StateView } from '@/shared/ui/state-view';
import { rolloutSitesQuery } from '../api/rollouts';
import { moveOf, moveStates, waveName } from './rollout-words';

const size = 50;
const fields = { state: filter('all', 'waiting', 'moved', 'failed', 'rolled_back'), at: cursor() };

/** Result for each site, with the reason for failures. */
export function RolloutSites({ id }: { id: string }) {
  const list = useList(fields);
  const { state, to, change } = list;
  const from = cursorOf(state.at);
  const query = useQuery(
    rolloutSitesQuery(id, {
      limit: size,
      ...(state.state !== 'all' && { state: state.state }),
      ...(from && { cursor: from }),
    }),
  );
  const columns: [Column<RolloutSite>, ...Column<RolloutSite>[]] = [
    { id: 'site', head: i18n._('Site'), cell: ({ subdomain }) => subdomain },
    { id: 'wave', head: i18n._('Wave'), cell: ({ wave }) => waveName(wave) },
    {
      id: 'state',
      head: i18n._('Status'),
      cell: (one) => <StateChip {...moveOf(one.state)} />,
      phone: 'aside',
    },
    { id: 'from', head: i18n._('Previous version'), cell: (one) => one.from ?? '–' },
    { id: 'reason', head: i18n._('Reason'), cell: ({ reason }) => reason ?? '–' },
    {
      id: 'when',
      head: i18n._('Date'),
      cell: ({ movedAt }) => (movedAt ? <Age at={movedAt} /> : '–'),
      numeric: true,
    },
  ];
  return (
    <ListView
      query={query}
      list={list}
      part={(page) => partOf(page, { trail: state.at, size, at: (at) => to({ at }) })}
      controls={() => (
        <ListControls>
          <SelectBox
            label={i18n._('Status')}
            hideLabel
            options={[
              { value: 'all', label: i18n._('All statuses') },
              ...moveStates.map((value) => ({ value, label: moveOf(value).label })),
            ]}
            value={state.state}
            onChange={(next) => change({ state: next })}
          />
        </ListControls>
      )}
      skeleton={<Skeleton count={6} height={44} />}
      failed={i18n._("Couldn't load sites")}
      empty={<StateView icon="home" title={i18n._('No sites in this rollout')} />}
    >
      {(sites) => (
        <DataTable label={i18n._('Sites')} columns={columns} rows={sites} keyOf={(one) => one.id} />
      )}
    </ListView>
  );
}

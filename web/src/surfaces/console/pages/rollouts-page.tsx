import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { Rollout } from '@/shared/api/types';
import { cursor, filter } from '@/shared/list/fields';
import { ListControls } from '@/shared/list/list-controls';
import { ListView } from '@/shared/list/list-view';
import { useList } from '@/shared/list/use-list';
import { Age } from '@/shared/office/age';
import { type Column, DataTable } from '@/shared/office/data-table';
import { StateChip } from '@/shared/office/state-chip';
import { cursorOf, partOf } from '@/shared/office/trail';
import { openDialog } from '@/shared/ui/open-dialog';
import { Page } from '@/shared/ui/page';
import { SelectBox } from '@/shared/ui/select-box';
import { Skeleton } from '@/shared/ui/skeleton';
import { StateView } from '@/shared/ui/state-view';
import { rolloutsQuery } from '../api/rollouts';
import { useIsAtLeast } from '../roles';
import { progressOf } from '../rollouts/progress';
import { kindName, rolloutKinds, rolloutStates, stateOf } from '../rollouts/rollout-words';
import { addressOf } from '../table';

const size = 50;
const fields = {
  kind: filter('all', 'app', 'schema', 'database'),
  state: filter('all', 'running', 'paused', 'held', 'rolling_back', 'done', 'rolled_back'),
  at: cursor(),
};

function askForStart() {
  return openDialog<Rollout>(async () => {
    const { StartDialog } = await import('../rollouts/start-dialog');
    return (settle) => <StartDialog onDone={settle} onClose={() => settle(null)} />;
  });
}

/** Rollouts of all environments, latest first. */
export function RolloutsPage() {
  const list = useList(fields);
  const { state, to, change } = list;
  const navigate = useNavigate();
  const from = cursorOf(state.at);
  const query = useQuery(
    rolloutsQuery({
      limit: size,
      ...(state.kind !== 'all' && { kind: state.kind }),
      ...(state.state !== 'all' && { state: state.state }),
      ...(from && { cursor: from }),
    }),
  );
  const begin = async () => {
    const started = await askForStart();
    if (started) await navigate(addressOf('rollout', { id: started.id }));
  };
  const start = useIsAtLeast('operator') && (
    <Button variant="contained" onClick={begin}>
      {i18n._('Start rollout')}
    </Button>
  );
  const columns: [Column<Rollout>, ...Column<Rollout>[]] = [
    {
      id: 'what',
      head: i18n._('Rollout'),
      cell: ({ kind, target }) => i18n._('{kind} to {target}', { kind: kindName(kind), target }),
    },
    {
      id: 'state',
      head: i18n._('Status'),
      cell: (one) => <StateChip {...stateOf(one.state)} />,
      phone: 'aside',
    },
    { id: 'environment', head: i18n._('Environment'), cell: ({ environment }) => environment },
    {
      id: 'progress',
      head: i18n._('Progress'),
      cell: (one) => i18n._('{moved} of {sites}', progressOf(one)),
      numeric: true,
    },
    { id: 'when', head: i18n._('Started'), cell: ({ startedAt }) => <Age at={startedAt} />, numeric: true },
  ];
  return (
    <Page aside={start}>
      <ListView
        query={query}
        list={list}
        part={(page) => partOf(page, { trail: state.at, size, at: (at) => to({ at }) })}
        controls={() => (
          <ListControls>
            <SelectBox
              label={i18n._('Type')}
              hideLabel
              options={[
                { value: 'all', label: i18n._('All types') },
                ...rolloutKinds.map((value) => ({ value, label: kindName(value) })),
              ]}
              value={state.kind}
              onChange={(kind) => change({ kind })}
            />
            <SelectBox
              label={i18n._('Status')}
              hideLabel
              options={[
                { value: 'all', label: i18n._('All statuses') },
                ...rolloutStates.map((value) => ({ value, label: stateOf(value).label })),
              ]}
              value={state.state}
              onChange={(next) => change({ state: next })}
            />
          </ListControls>
        )}
        skeleton={<Skeleton count={6} height={44} />}
        failed={i18n._("Couldn't load rollouts")}
        empty={
          <StateView icon="refresh" title={i18n._('No rollouts yet')}>
            {start}
          </StateView>
        }
      >
        {(rollouts) => (
          <DataTable
            label={i18n._('Rollouts')}
            columns={columns}
            rows={rollouts}
            keyOf={({ id }) => id}
            to={({ id }) => addressOf('rollout', { id })}
          />
        )}
      </ListView>
    </Page>
  );
}

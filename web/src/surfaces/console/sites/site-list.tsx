import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { cursor, filter, search } from '@/shared/list/fields';
import { ListControls } from '@/shared/list/list-controls';
import { ListView } from '@/shared/list/list-view';
import { SearchBox } from '@/shared/list/search-box';
import { useList } from '@/shared/list/use-list';
import { cursorOf, partOf } from '@/shared/office/trail';
import { SelectBox } from '@/shared/ui/select-box';
import { Skeleton } from '@/shared/ui/skeleton';
import { StateView } from '@/shared/ui/state-view';
import { sitesQuery } from '../api/sites';
import { SiteTable } from './site-table';
import { listedStates, stateOf } from './site-words';

const size = 50;
const fields = { q: search(), state: filter('all', ...listedStates), at: cursor() };

type Props = {
  /** Filters by account. */
  account?: string;
  /** Action shown if the list is empty. */
  create: ReactNode;
};

/** Sites of the environment, with search and filters. */
export function SiteList({ account, create }: Props) {
  const list = useList(fields);
  const { state, to, change } = list;
  const from = cursorOf(state.at);
  const query = useQuery(
    sitesQuery({
      limit: size,
      ...(state.q && { search: state.q }),
      ...(state.state !== 'all' && { state: state.state }),
      ...(account && { account }),
      ...(from && { cursor: from }),
    }),
  );
  return (
    <ListView
      query={query}
      list={list}
      part={(page) => partOf(page, { trail: state.at, size, at: (at) => to({ at }) })}
      controls={() => (
        <ListControls>
          <SearchBox
            label={i18n._('Search by name, company, domain or CRM ID')}
            value={state.q}
            onSearch={(q) => change({ q })}
          />
          <SelectBox
            label={i18n._('Status')}
            hideLabel
            options={[
              { value: 'all', label: i18n._('All statuses') },
              ...listedStates.map((value) => ({ value, label: stateOf(value).label })),
            ]}
            value={state.state}
            onChange={(next) => change({ state: next })}
          />
        </ListControls>
      )}
      skeleton={<Skeleton count={8} height={44} />}
      failed={i18n._("Couldn't load sites")}
      empty={
        <StateView icon="home" title={i18n._('No sites yet')}>
          {create}
        </StateView>
      }
    >
      {(sites) => <SiteTable sites={sites} />}
    </ListView>
  );
}

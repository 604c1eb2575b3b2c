import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { IconButton } from '../ui/icon-button';
import { QueryView } from '../ui/query-view';
import { StateView } from '../ui/state-view';
import styles from './list-view.module.css';
import { Pager } from './pager';
import type { Part } from './part';
import type { List } from './use-list';

type Props<Data, T> = {
  query: UseQueryResult<Data>;
  list: Pick<List, 'narrowed' | 'clear'>;
  /** Page of the data to show. */
  part: (data: Data) => Part<T>;
  /** Search, filters and sort order. */
  controls: (data: Data) => ReactNode;
  /** As large as the expected content. */
  skeleton: ReactNode;
  /** Title of the error. */
  failed: string;
  /** Shown for an empty list. */
  empty: ReactNode;
  children: (items: T[]) => ReactNode;
};

/** List with search, filters and pagination in all its states. */
export function ListView<Data, T>(props: Props<Data, T>) {
  const { query, list, part, controls, skeleton, failed, empty, children } = props;
  return (
    <QueryView query={query} skeleton={skeleton} failed={failed}>
      {(data) => {
        const shown = part(data);
        if (shown.items.length === 0 && !list.narrowed) return empty;
        return (
          <div className={styles.list}>
            {controls(data)}
            {query.isError && <Stale query={query} />}
            <Found part={shown} list={list} busy={query.isPlaceholderData}>
              {children(shown.items)}
            </Found>
          </div>
        );
      }}
    </QueryView>
  );
}

/** The data is outdated, and refreshing it failed. */
function Stale({ query }: { query: Pick<UseQueryResult, 'refetch' | 'isFetching'> }) {
  return (
    <div className={styles.stale}>
      <p role="status">{i18n._('This list may be out of date.')}</p>
      <IconButton
        icon="refresh"
        label={i18n._('Try again')}
        busy={query.isFetching}
        onClick={() => query.refetch()}
      />
    </div>
  );
}

function sayRange({ from, to, count }: NonNullable<Part<unknown>['range']>): string {
  if (to - from === count - 1) return i18n._('{count, plural, one {# result} other {# results}}', { count });
  return from === to
    ? i18n._('{from} of {count}', { from, count })
    : i18n._('{from}–{to} of {count}', { from, to, count });
}

type FoundProps = {
  part: Part<unknown>;
  list: Pick<List, 'clear'>;
  /** The data shown isn't the requested data yet. */
  busy: boolean;
  children: ReactNode;
};

function Found({ part: { items, range, previous, next }, list, busy, children }: FoundProps) {
  const said = useRef<HTMLParagraphElement>(null);
  const several = previous !== null || next !== null;
  return (
    <>
      {/* Of one element, so that each change of it is read out. After a turn it is where one goes on reading. */}
      <p
        ref={said}
        role="status"
        tabIndex={-1}
        className={items.length === 0 ? 'visually-hidden' : styles.said}
      >
        {items.length === 0 ? i18n._('No results') : range && sayRange(range)}
      </p>
      {items.length === 0 ? (
        <StateView
          icon="search"
          title={i18n._('No results')}
          text={i18n._('Try a different search or clear the filters.')}
        >
          <Button variant="outlined" onClick={list.clear}>
            {i18n._('Clear filters')}
          </Button>
        </StateView>
      ) : (
        <div className={styles.items} aria-busy={busy}>
          {children}
        </div>
      )}
      {several && <Pager previous={previous} next={next} onTurn={() => said.current?.focus()} />}
    </>
  );
}

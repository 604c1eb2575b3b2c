import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, useState } from 'react';
import { QueryView } from '@/shared/ui/query-view';

type Props<T, Key extends QueryKey> = {
  query: UseQueryOptions<T, Error, T, Key>;
  skeleton: ReactNode;
  failed: string;
  /** Form of the saved settings. It calls `again` after saving. */
  children: (opened: T, again: () => void) => ReactNode;
};

/**
 * Form of the settings as loaded when it opened. Others' changes don't reset the input; a conflict is
 * reported on save.
 */
export function OpenedView<T, Key extends QueryKey>(props: Props<T, Key>) {
  const { query: asked, skeleton, failed, children } = props;
  const query = useQuery(asked);
  const [{ turn, opened }, setOpened] = useState<{ turn: number; opened?: { data: T } }>({ turn: 0 });
  // Cached data may be outdated, so wait for the current response.
  const isFresh = query.isFetchedAfterMount || !query.isFetching;
  if (!opened && query.data !== undefined && isFresh) setOpened({ turn, opened: { data: query.data } });
  const again = () => setOpened({ turn: turn + 1 });
  return (
    <QueryView query={query} skeleton={skeleton} failed={failed}>
      {() => (opened ? <Fragment key={turn}>{children(opened.data, again)}</Fragment> : skeleton)}
    </QueryView>
  );
}

import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from './error-state';

type Props<T> = {
  query: Pick<UseQueryResult<T>, 'data' | 'isPending' | 'isFetching' | 'refetch'>;
  /** As large as the expected content. */
  skeleton: ReactNode;
  /** Title of the error. */
  failed: string;
  /** Shown for an empty list. */
  empty?: ReactNode;
  children: (data: T) => ReactNode;
};

/**
 * Query in each of its states. Existing data stays visible during and after a failed refetch; only missing
 * data is an error.
 */
export function QueryView<T>({ query, skeleton, failed, empty, children }: Props<T>) {
  const { data } = query;
  if (data !== undefined) {
    const nothing = Array.isArray(data) && data.length === 0;
    return nothing && empty !== undefined ? empty : children(data);
  }
  if (query.isPending) return skeleton;
  return <ErrorState title={failed} retry={() => query.refetch()} busy={query.isFetching} />;
}

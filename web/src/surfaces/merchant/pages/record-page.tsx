import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { ApiError } from '@/shared/api/api-error';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Page } from '@/shared/ui/page';
import { QueryView } from '@/shared/ui/query-view';
import { Skeleton } from '@/shared/ui/skeleton';

const NotFoundPage = lazyPart(() => import('./not-found-page').then((m) => m.NotFoundPage));

/** Record of a URL: an ID, or `new`, optionally as a copy of a record. Null if invalid. */
export function useAskedRecord(): { id: number | 'new'; copy: boolean } | null {
  const { id: param = '' } = useParams();
  const [query] = useSearchParams();
  const copyOf = param === 'new' ? query.get('copy') : null;
  const wanted = copyOf ?? param;
  if (wanted === 'new') return { id: 'new', copy: false };
  return /^\d{1,15}$/.test(wanted) ? { id: Number(wanted), copy: copyOf !== null } : null;
}

type Props<T, Key extends QueryKey> = {
  query: UseQueryOptions<T, Error, T, Key>;
  /** Page title; the record is undefined until loaded. */
  titleOf: (record: T | undefined) => string;
  failed: string;
  children: (record: T) => ReactNode;
};

/** Page of a record or a copy of it. */
export function RecordPage<T, Key extends QueryKey>(props: Props<T, Key>) {
  const { query: asked, titleOf, failed, children } = props;
  const query = useQuery(asked);
  if (query.error instanceof ApiError && query.error.code === 'not_found') return <NotFoundPage />;
  return (
    <Page title={titleOf(query.data)} width="narrow">
      <QueryView query={query} skeleton={<Skeleton count={3} height={240} />} failed={failed}>
        {children}
      </QueryView>
    </Page>
  );
}

import { queryOptions } from '@tanstack/react-query';
import { parallel, unwrap } from '@/shared/api/client';
import { staffKeys } from '@/shared/api/staff-keys';

/** Business details outside the site config. */
export const businessQuery = () =>
  queryOptions({
    queryKey: staffKeys.business(),
    queryFn: ({ signal }) => unwrap(parallel.GET('/api/v1/admin/business', { signal })),
    staleTime: 10_000,
  });

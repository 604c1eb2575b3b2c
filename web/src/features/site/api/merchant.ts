import { queryOptions } from '@tanstack/react-query';
import { sideBySide, unwrap } from '@/shared/api/client';
import { keys } from '@/shared/api/query-keys';

export const merchantQuery = () =>
  queryOptions({
    queryKey: keys.merchant(),
    queryFn: ({ signal }) => unwrap(sideBySide.GET('/api/v1/merchant', { signal })),
    staleTime: 5 * 60_000,
  });

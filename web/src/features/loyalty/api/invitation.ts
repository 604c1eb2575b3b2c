import { queryOptions } from '@tanstack/react-query';
import { parallel, unwrap } from '@/shared/api/client';
import { keys } from '@/shared/api/query-keys';

/** Referral offer. */
export const invitationQuery = () =>
  queryOptions({
    queryKey: keys.invitation(),
    queryFn: ({ signal }) => unwrap(parallel.GET('/api/v1/users/referrals', { signal })),
    staleTime: 30_000,
  });

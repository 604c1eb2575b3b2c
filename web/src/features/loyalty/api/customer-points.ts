import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { parallel, serial, unwrap } from '@/shared/api/client';
import { sendOnce } from '@/shared/api/send-once';
import { staffKeys } from '@/shared/api/staff-keys';
import type { Adjustment } from '@/shared/api/types';
import { pressKey } from '@/shared/lib/press-key';

/** Customer's points with their latest entries. */
export const customerPointsQuery = (userId: string) =>
  queryOptions({
    queryKey: staffKeys.points(userId),
    queryFn: ({ signal }) =>
      unwrap(
        parallel.GET('/api/v1/admin/customers/{userId}/points', {
          params: { path: { userId }, query: { limit: 20 } },
          signal,
        }),
      ),
    staleTime: 10_000,
  });

/** Adds or deducts points. */
export const adjustPoints = (userId: string) => {
  const press = pressKey(`points:${userId}`);
  return mutationOptions({
    mutationFn: (body: Adjustment) =>
      sendOnce(press, body, (key) =>
        unwrap(
          serial.POST('/api/v1/admin/customers/{userId}/points', {
            params: { path: { userId }, header: { 'Idempotency-Key': key } },
            body,
          }),
        ),
      ),
    onSettled: (_done, _error, _sent, _before, { client }) =>
      client.invalidateQueries({ queryKey: staffKeys.points(userId) }),
  });
};

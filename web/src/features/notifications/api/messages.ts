import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { parallel, serial, unwrap } from '@/shared/api/client';
import { sendOnce } from '@/shared/api/send-once';
import { staffKeys } from '@/shared/api/staff-keys';
import type { BroadcastBody, TargetBody } from '@/shared/api/types';
import { pressKey } from '@/shared/lib/press-key';

/** Notifications sent to segments, newest first. */
export const messagesQuery = () =>
  queryOptions({
    queryKey: staffKeys.messages(),
    queryFn: ({ signal }) => unwrap(parallel.GET('/api/v1/admin/notifications', { signal })),
    staleTime: 10_000,
  });

/** Number of recipients in a segment; `locationId` is 0 if it isn't needed. */
export const recipientsQuery = (segment: BroadcastBody['segment'], locationId: number) =>
  queryOptions({
    queryKey: staffKeys.recipients(segment, locationId),
    queryFn: ({ signal }) =>
      unwrap(
        parallel.GET('/api/v1/admin/notifications/recipients', {
          params: { query: { segment, ...(locationId && { locationId }) } },
          signal,
        }),
      ),
    staleTime: 5_000,
  });

/** Sends a notification to one customer. */
export const writeToCustomer = mutationOptions({
  mutationFn: (body: TargetBody) => unwrap(serial.POST('/api/v1/notifications/target', { body })),
});

const press = pressKey('broadcast');

/** Sends a notification to a segment, once. */
export const writeToSegment = mutationOptions({
  mutationFn: (body: BroadcastBody) =>
    sendOnce(press, body, (key) =>
      unwrap(
        serial.POST('/api/v1/admin/notifications', {
          params: { header: { 'Idempotency-Key': key } },
          body,
        }),
      ),
    ),
  onSettled: (_done, _error, _sent, _before, { client }) =>
    client.invalidateQueries({ queryKey: staffKeys.messages() }),
});

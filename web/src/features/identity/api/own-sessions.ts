import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { parallel, serial, unwrap } from '@/shared/api/client';
import { keys } from '@/shared/api/query-keys';

/** The caller's sessions, the latest used first. */
export const ownSessionsQuery = () =>
  queryOptions({
    queryKey: keys.sessions(),
    queryFn: ({ signal }) => unwrap(parallel.GET('/api/v1/users/sessions', { signal })),
    staleTime: 10_000,
  });

export const endOwnSession = mutationOptions({
  mutationFn: (sessionId: string) =>
    unwrap(serial.DELETE('/api/v1/users/sessions/{sessionId}', { params: { path: { sessionId } } })),
  onSuccess: (left, _sent, _before, { client }) => client.setQueryData(ownSessionsQuery().queryKey, left),
});

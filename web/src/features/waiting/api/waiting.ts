import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { parallel, serial, unwrap } from '@/shared/api/client';
import { staffKeys } from '@/shared/api/staff-keys';

const every = 120_000;

/** Items that need attention. Refetched every two minutes while visible, and on return to the page. */
export const waitingQuery = () =>
  queryOptions({
    queryKey: staffKeys.waiting(),
    queryFn: ({ signal }) => unwrap(parallel.GET('/api/v1/admin/waiting', { signal })),
    staleTime: every,
    refetchInterval: every,
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: 'always',
  });

/** Failed background jobs. */
export const deadJobsQuery = () =>
  queryOptions({
    queryKey: staffKeys.deadJobs(),
    queryFn: ({ signal }) => unwrap(parallel.GET('/api/v1/admin/jobs', { signal })),
    staleTime: 10_000,
  });

/** Bounced emails. */
export const bouncesQuery = () =>
  queryOptions({
    queryKey: staffKeys.bounces(),
    queryFn: ({ signal }) => unwrap(parallel.GET('/api/v1/admin/bounces', { signal })),
    staleTime: 10_000,
  });

/** Custom email templates that failed for a recipient. */
export const failedTemplatesQuery = () =>
  queryOptions({
    queryKey: staffKeys.failedTemplates(),
    queryFn: ({ signal }) => unwrap(parallel.GET('/api/v1/admin/failed-mail-templates', { signal })),
    staleTime: 10_000,
  });

function workChanged(client: QueryClient): Promise<unknown> {
  return Promise.all([
    client.invalidateQueries({ queryKey: staffKeys.waiting() }),
    client.invalidateQueries({ queryKey: staffKeys.deadJobs() }),
    client.invalidateQueries({ queryKey: staffKeys.bounces() }),
  ]);
}

/** Retries a failed background job. */
export const retryJob = () =>
  mutationOptions({
    mutationFn: (jobId: number) =>
      unwrap(serial.POST('/api/v1/admin/jobs/{jobId}/retry', { params: { path: { jobId } } })),
    onSettled: (_done, _error, _sent, _before, { client }) => workChanged(client),
  });

/** Discards a failed job permanently. */
export const discardJob = () =>
  mutationOptions({
    mutationFn: (jobId: number) =>
      unwrap(serial.DELETE('/api/v1/admin/jobs/{jobId}', { params: { path: { jobId } } })),
    onSettled: (_done, _error, _sent, _before, { client }) => workChanged(client),
  });

/** Resends a bounced email to the current address. */
export const retryBounce = () =>
  mutationOptions({
    mutationFn: (bounceId: number) =>
      unwrap(serial.POST('/api/v1/admin/bounces/{bounceId}/retry', { params: { path: { bounceId } } })),
    onSettled: (_done, _error, _sent, _before, { client }) => workChanged(client),
  });

/** Dismisses a bounced email. */
export const dismissBounce = () =>
  mutationOptions({
    mutationFn: (bounceId: number) =>
      unwrap(serial.DELETE('/api/v1/admin/bounces/{bounceId}', { params: { path: { bounceId } } })),
    onSettled: (_done, _error, _sent, _before, { client }) => workChanged(client),
  });

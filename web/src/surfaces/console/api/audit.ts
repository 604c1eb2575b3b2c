import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { unwrap } from '@/shared/api/client';
import { provider } from './client';
import { consoleKeys } from './keys';

/** Audit log filters; absent fields don't filter. */
type AuditAsked = {
  actor?: string;
  action?: string;
  subject?: string;
  /** First and last day in `timeZone`. */
  from?: string;
  to?: string;
  timeZone?: string;
  limit: number;
  cursor?: string;
};

/** Page of the audit log, newest first. */
export const auditQuery = (asked: AuditAsked) =>
  queryOptions({
    queryKey: consoleKeys.audit(asked),
    queryFn: ({ signal }) =>
      unwrap(provider.GET('/api/v1/provider/audit', { params: { query: asked }, signal })),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { parallel } from '@/shared/api/client';
import { openEnvelope } from '@/shared/api/envelope';
import { staffKeys } from '@/shared/api/staff-keys';
import type { AuditPage } from '@/shared/api/types';

/** Audit log filters; absent fields don't filter. */
export type EntriesAsked = {
  person?: number;
  action?: string;
  subject?: string;
  from?: string;
  to?: string;
};

export const entriesQuery = (asked: EntriesAsked & { limit: number; cursor?: number }) =>
  queryOptions({
    queryKey: staffKeys.audit(asked),
    queryFn: async ({ signal }): Promise<AuditPage> => {
      const { data, error, response } = await parallel.GET('/api/v1/admin/audit', {
        params: { query: asked },
        signal,
      });
      return openEnvelope<AuditPage>(data ?? error, response);
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** Exports the whole list as CSV. */
export async function downloadEntries(asked: EntriesAsked): Promise<string> {
  const { data, error, response } = await parallel.GET('/api/v1/admin/audit', {
    params: { query: asked },
    headers: { Accept: 'text/csv' },
    parseAs: 'text',
  });
  // Errors still come in an envelope.
  return response.ok && typeof data === 'string' ? data : openEnvelope<string>(error, response);
}

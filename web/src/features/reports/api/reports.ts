import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { parallel } from '@/shared/api/client';
import { openEnvelope } from '@/shared/api/envelope';
import { staffKeys } from '@/shared/api/staff-keys';
import type { Report, ReportGroup } from '@/shared/api/types';

export const reportNames = [
  'sales',
  'refunds',
  'members',
  'redemptions',
  'liability',
  'taxes',
  'payouts',
  'offers',
] as const;

export type ReportName = (typeof reportNames)[number];

/** Days in the site's time zone. Without a grouping, the report's default. */
export type ReportAsked = { from: string; to: string; group?: ReportGroup };

function pathOf(name: ReportName) {
  return `/api/v1/admin/reports/${name}` as const;
}

export const reportQuery = (name: ReportName, asked: ReportAsked) =>
  queryOptions({
    queryKey: staffKeys.report(name, asked),
    queryFn: async ({ signal }): Promise<Report> => {
      const { data, error, response } = await parallel.GET(pathOf(name), {
        params: { query: asked },
        signal,
      });
      return openEnvelope<Report>(data ?? error, response);
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

/** Exports a report as CSV. */
export async function downloadReport(name: ReportName, asked: ReportAsked): Promise<string> {
  const { data, error, response } = await parallel.GET(pathOf(name), {
    params: { query: asked },
    headers: { Accept: 'text/csv' },
    parseAs: 'text',
  });
  // Errors still come in an envelope.
  return response.ok && typeof data === 'string' ? data : openEnvelope<string>(error, response);
}

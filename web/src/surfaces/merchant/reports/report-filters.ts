import { type ReportAsked, type ReportName, reportNames } from '@/features/reports/api/reports';
import { day, filter } from '@/shared/list/fields';
import type { ListState } from '@/shared/list/list-state';
import { daysOf } from './ranges';

export const reportFields = {
  range: filter('30d', 'today', '7d', 'month', 'quarter', 'year', 'own'),
  from: day(),
  to: day(),
  /** `usual` is the report's default grouping. */
  by: filter('usual', 'day', 'week', 'month', 'location', 'product', 'hour', 'offer', 'tender', 'reason'),
};

export type ReportState = ListState<typeof reportFields>;

/** Request to the server. */
export function askedOf({ range, from, to, by }: ReportState, today: string): ReportAsked {
  return { ...daysOf(range, today, { from, to }), ...(by !== 'usual' && { group: by }) };
}

/** Report in the URL. */
export function reportNamed(name: string | undefined): ReportName | undefined {
  return reportNames.find((known) => known === name);
}

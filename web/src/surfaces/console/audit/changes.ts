import { type Difference, differences } from '@/shared/office/differences';

type Details = Record<string, unknown>;

/** Changes and other details of an event. */
export function changesOf(details: Details): { changes: Difference[]; besides: Difference[] } {
  const { before, after, from, to, ...rest } = details;
  const changes = to === undefined ? differences(before, after) : differences(from, to);
  // Without a new value, the previous one is a detail.
  const others = to === undefined && from !== undefined ? { from, ...rest } : rest;
  return { changes, besides: Object.keys(others).length === 0 ? [] : differences(null, others) };
}

import { type Difference, differences } from '@/shared/office/differences';

type Details = Record<string, unknown>;

/** Changes and other details of an event. */
export function changesOf(details: Details): { changes: Difference[]; besides: Difference[] } {
  const { before, after, from, to, ...others } = details;
  const changes = differences(before ?? from, after ?? to);
  return { changes, besides: Object.keys(others).length === 0 ? [] : differences(null, others) };
}

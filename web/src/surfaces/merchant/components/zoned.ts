import { shownAt } from '@/shared/format/shown-at';
import { serverNow } from '@/shared/office/server-now';

/** Instant as `2027-11-20T18:30` in a time zone. */
export function toLocal(instant: string, timeZone: string): string {
  return new Date(shownAt(Date.parse(instant), timeZone)).toISOString().slice(0, 16);
}

/** Instant of a local time; a time skipped in spring becomes the hour after. */
export function fromLocal(local: string, timeZone: string): string {
  const wanted = Date.parse(`${local}:00Z`);
  let instant = wanted;
  // The second iteration covers instants across a daylight saving change.
  for (let step = 0; step < 2; step += 1) instant += wanted - shownAt(instant, timeZone);
  return new Date(instant).toISOString();
}

/** Current day in a time zone, plus a number of days. */
export function dayIn(timeZone: string, days = 0, now = serverNow()): string {
  const day = new Date(shownAt(now, timeZone));
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
}

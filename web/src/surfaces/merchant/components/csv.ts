import { serverNow } from '@/shared/office/server-now';
import { boot, site } from '@/shared/site/boot';
import { dayIn } from './zoned';

/** File name of an exported list, with the site's current date. */
export const csvName = (list: string, now = serverNow()): string =>
  `${boot().subdomain}-${list}-${dayIn(site().timeZone, 0, now)}.csv`;

/** Number of data rows of a CSV file. Line breaks within quotes don't count. */
export function rowsOf(csv: string): number {
  let [lines, quoted] = [0, false];
  for (const character of csv.endsWith('\n') ? csv : `${csv}\n`) {
    if (character === '"') quoted = !quoted;
    if (character === '\n' && !quoted) lines += 1;
  }
  return Math.max(0, lines - 1);
}

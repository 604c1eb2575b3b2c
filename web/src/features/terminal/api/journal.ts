import { unwrap } from '@/shared/api/client';
import { entriesSince } from '../model/journal';
import { terminal } from './client';

/** Last report. It is sent again if the site asks from another time or more was confirmed. */
let reported: string | undefined;

/** Reports this kiosk's confirmations to a restored site. A failed report is retried at the next poll. */
export async function reportJournal(since: string): Promise<void> {
  const entries = entriesSince(Date.parse(since));
  const report = `${since} ${entries.length}`;
  if (reported === report) return;
  await unwrap(terminal.POST('/api/v1/terminal/journal', { body: { since, entries } }));
  reported = report;
}

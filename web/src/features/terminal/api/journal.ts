import { unwrap } from '@/shared/api/client';
import { entriesSince } from '../model/journal';
import { terminal } from './client';

/** The last report: it is sent again once the site asks from another instant on, or more was confirmed. */
let reported: string | undefined;

/** Reports what this kiosk confirmed since an instant to a site that was restored. A report that fails is sent at the next look. */
export async function reportJournal(since: string): Promise<void> {
  const entries = entriesSince(Date.parse(since));
  const report = `${since} ${entries.length}`;
  if (reported === report) return;
  await unwrap(terminal.POST('/api/v1/terminal/journal', { body: { since, entries } }));
  reported = report;
}

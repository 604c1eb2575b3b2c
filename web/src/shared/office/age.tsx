import { formatAge } from '../format/age';
import { dateTime } from '../format/dates';
import { useServerNow } from './server-now';

/** Relative time, with the exact time on demand. */
export function Age({ at }: { at: string }) {
  const now = useServerNow(30_000);
  return (
    <time dateTime={at} title={dateTime(at)}>
      {formatAge(now - Date.parse(at))}
    </time>
  );
}

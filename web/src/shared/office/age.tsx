import { formatAge } from '../format/age';
import { dateTime } from '../format/dates';
import { useServerNow } from './server-now';

/** How long ago something was; when exactly is said to who asks. */
export function Age({ at }: { at: string }) {
  const now = useServerNow(30_000);
  return (
    <time dateTime={at} title={dateTime(at)}>
      {formatAge(now - Date.parse(at))}
    </time>
  );
}

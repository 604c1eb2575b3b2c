import { isEmail } from '@/shared/forms/rules';
import { addressOf } from '../table';
import { destinationOf } from './destination';

/** The address that a gift was sent to: who follows its mail need not type it. */
export function mailedTo(query: URLSearchParams): string {
  const email = query.get('email') ?? '';
  return isEmail(email) ? email : '';
}

/** From the sign-up to the log-in, or back: on the way to the same place, and with the same address. */
export function otherWayIn(path: string, query: URLSearchParams): string {
  const [to, email] = [destinationOf(query), mailedTo(query)];
  const kept = new URLSearchParams({ ...(email && { email }), ...(to !== addressOf('home') && { to }) });
  return kept.size > 0 ? `${path}?${kept}` : path;
}

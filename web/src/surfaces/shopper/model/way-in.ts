import { isEmail } from '@/shared/forms/rules';
import { addressOf } from '../table';
import { destinationOf } from './destination';

/** Address a gift was sent to, to prefill it. */
export function mailedTo(query: URLSearchParams): string {
  const email = query.get('email') ?? '';
  return isEmail(email) ? email : '';
}

/** Link between sign-up and login that keeps the destination and the address. */
export function otherWayIn(path: string, query: URLSearchParams): string {
  const [to, email] = [destinationOf(query), mailedTo(query)];
  const kept = new URLSearchParams({ ...(email && { email }), ...(to !== addressOf('home') && { to }) });
  return kept.size > 0 ? `${path}?${kept}` : path;
}

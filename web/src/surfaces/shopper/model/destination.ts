import { ownPath } from '@/shared/surface/own-path';
import { addressOf } from '../table';

/** Page to open after login. Only paths of this site, so that links can't redirect elsewhere. */
export function destinationOf(query: URLSearchParams): string {
  return ownPath(query.get('to')) ?? addressOf('home');
}

/** Link to a page that keeps the final destination. */
export function onTheWay(path: string, to: string): string {
  return to === addressOf('home') ? path : `${path}?to=${encodeURIComponent(to)}`;
}

import { ownPath } from '@/shared/surface/own-path';

/** Page to open after login: the one in the URL if it belongs to the console, otherwise the first one. */
export function wayBack(query: URLSearchParams): string {
  return ownPath(query.get('to')) ?? '/';
}

import { ownPath } from '@/shared/surface/own-path';

/** Where whoever logs in goes on: the page of ours that the address names, else the first. */
export function wayBack(query: URLSearchParams): string {
  return ownPath(query.get('to')) ?? '/';
}

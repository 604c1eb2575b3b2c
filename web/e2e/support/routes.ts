import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './environment';

export type Surface = 'shopper' | 'merchant' | 'console';

/** Canonical paths of all pages of a surface, as its page table has them. */
export function routesOf(surface: Surface): string[] {
  const table = readFileSync(join(repository, `web/src/surfaces/${surface}/table.ts`), 'utf8');
  return [...table.matchAll(/\bpage\('([^']+)'/g)].map(([, path]) => path ?? '');
}

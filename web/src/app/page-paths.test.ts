import { expect, it } from 'vitest';
import type { Page } from '@/shared/surface/pages';
import { pages as console } from '@/surfaces/console/table';
import { pages as kiosk } from '@/surfaces/kiosk/table';
import { movedPages } from '@/surfaces/merchant/moved-pages';
import { pages as merchant } from '@/surfaces/merchant/table';
import { table as shopper } from '@/surfaces/shopper/table';

/** Pages without an entry in a table: the start of a read-only view, and the former address of the console's versions. */
const others = ['/SiteConfigUpdater', '/viewAs'];

function pathsOf(...tables: Record<string, Page>[]): string[] {
  const pages = tables.flatMap((table) => Object.values(table));
  return pages.flatMap(({ path, aliases }) => [path, ...aliases]).filter((path) => path !== '*');
}

const sorted = (paths: string[]) => [...new Set(paths)].sort();

// The server reads the list, and answers 404 for other paths.
it('lists the paths of all pages', async () => {
  const moved = Object.keys(movedPages).map((path) => `${path}/*`);
  const site = sorted([...pathsOf(shopper, merchant, kiosk), ...moved, ...others]);
  const listed = { site, console: sorted(pathsOf(console)) };
  await expect(`${JSON.stringify(listed, null, 2)}\n`).toMatchFileSnapshot('page-paths.json');
});

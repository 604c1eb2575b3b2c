import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './environment';

type Graph = { files: Record<string, { modules: string[] }> };

/** Source modules of the files a page has loaded. */
export function modulesOf(paths: string[]): string[] {
  const { files } = JSON.parse(readFileSync(join(repository, 'web/dist/graph.json'), 'utf8')) as Graph;
  const loaded = Object.entries(files).filter(([file]) => paths.some((path) => path.endsWith(`/${file}`)));
  return loaded.flatMap(([, { modules }]) => modules);
}

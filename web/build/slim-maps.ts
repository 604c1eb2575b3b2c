import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Plugin } from 'vite';

type SourceMap = { sources: (string | null)[]; sourcesContent?: unknown };

/** A file of ours by its place in the repository, and not by the way there from where its map lies. */
function place(source: string | null, mapFolder: string, root: string): string | null {
  return source && relative(root, join(mapFolder, source));
}

/** Maps name files and positions. Their content is in the repository. */
export function slimMaps(source: string): Plugin {
  const root = dirname(source);
  return {
    name: 'suds-slim-maps',
    apply: 'build',
    async writeBundle({ dir = 'dist' }) {
      const maps = (await readdir(dir, { recursive: true })).filter((name) => name.endsWith('.map'));
      const slim = async (name: string) => {
        const path = join(dir, name);
        const { sourcesContent: _, ...map } = JSON.parse(await readFile(path, 'utf8')) as SourceMap;
        const sources = map.sources.map((one) => place(one, dirname(path), root));
        await writeFile(path, JSON.stringify({ ...map, sources }));
      };
      await Promise.all(maps.map(slim));
    },
  };
}

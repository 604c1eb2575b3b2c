import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { fontsIn } from './fonts.ts';
import { type BuiltGraph, builtGraph } from './graph.ts';
import { visits } from './visits.ts';

/** Additional files of a home page, beyond those of every page. */
type Home = { scripts: string[]; styles: string[] };

/** Files that a first visit to a shopper's home page loads, so that the shell can preload them. */
export type FirstVisit = { fonts: Record<string, string[]>; shop: Home; app: Home };

export function firstVisit(graph: BuiltGraph, css: string): FirstVisit {
  const { closure, start, holding } = visits(graph);
  const home = (shell: string): Home => {
    const needed = ['surface.tsx', shell, 'pages/home-page.tsx'].map((file) =>
      holding(`surfaces/shopper/${file}`),
    );
    const scripts = [...closure(needed)].filter((file) => !start.has(file)).sort();
    return { scripts, styles: scripts.flatMap((file) => graph.files[file]?.styles ?? []) };
  };
  const fonts = Object.entries(fontsIn(css)).map(([name, files]) => [
    name,
    files.map((file) => `assets/${file}`),
  ]);
  return {
    fonts: Object.fromEntries(fonts),
    shop: home('desktop/shop-shell.tsx'),
    app: home('mobile/mobile-shell.tsx'),
  };
}

/** Writes `first-visit.json`, which the server reads (`control-plane/src/builds/first_visit.rs`). */
export function writeFirstVisit(root: string): Plugin {
  return {
    name: 'suds-first-visit',
    apply: 'build',
    // The first view needs no scripts, so it comes before them.
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        html.replace(/<(?:link rel="modulepreload"|script type="module")/g, '$& fetchpriority="low"'),
    },
    // The names of files are final here.
    async writeBundle({ dir = 'dist' }, bundle) {
      const styles = Object.values(bundle).flatMap((output) =>
        output.type === 'asset' && output.fileName.endsWith('.css') ? [String(output.source)] : [],
      );
      const found = firstVisit(builtGraph(root, bundle), styles.join('\n'));
      await writeFile(join(dir, 'first-visit.json'), JSON.stringify(found));
    },
  };
}

import { writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** Built file: its static and dynamic imports, and its source modules. */
export type Built = { imports: string[]; later: string[]; styles: string[]; modules: string[] };
export type BuiltGraph = { entry: string; files: Record<string, Built> };

export function builtGraph(root: string, bundle: Rolldown.OutputBundle): BuiltGraph {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const files = chunks.map((chunk): [string, Built] => [
    chunk.fileName,
    {
      imports: chunk.imports,
      later: chunk.dynamicImports,
      styles: [...(chunk.viteMetadata?.importedCss ?? [])],
      modules: chunk.moduleIds.map((id) => relative(root, id.split('?')[0] ?? id)),
    },
  ]);
  const entry = chunks.find((chunk) => chunk.isEntry)?.fileName ?? '';
  return { entry, files: Object.fromEntries(files) };
}

/** Writes `graph.json`, from which the tests of budgets and isolation read what a visit loads. */
export function graph(root: string): Plugin & { built: () => BuiltGraph } {
  let built: BuiltGraph | undefined;
  return {
    name: 'suds-graph',
    apply: 'build',
    // The names of files are final here.
    async writeBundle({ dir = 'dist' }, bundle) {
      built = builtGraph(root, bundle);
      await writeFile(join(dir, 'graph.json'), JSON.stringify(built));
    },
    built() {
      if (!built) throw new Error('nothing is built yet');
      return built;
    },
  };
}

import { basename, dirname } from 'node:path';

/** Part of the bundler's graph used here. */
type Module = { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] };
type Graph = { getModuleInfo(id: string): Module | null };

type Edges = (module: Module) => readonly string[];
/** Named in a library's index and not used at the start; following it would include fields and charts. */
const unused =
  /\/@mui\/system\/(?:useMediaQuery|useThemeProps)\/|\/@mui\/material\/(?:styles\/(?:enhanceHighContrast|useThemeProps)|SvgIcon\/|utils\/(?:createSvgIcon|isMuiElement|mergeSlotProps|useControlled)\.)/;

const atOnce: Edges = (module) => module.importedIds.filter((id) => !unused.test(id));
const ever: Edges = (module) => [...module.importedIds, ...module.dynamicallyImportedIds];

/** Everything that is reached from some modules along the edges, these included. */
function reach(starts: string[], graph: Graph, edges: Edges): Set<string> {
  const reached = new Set<string>();
  const waiting = [...starts];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    const module = graph.getModuleInfo(id);
    if (module) waiting.push(...edges(module));
  }
  return reached;
}

/** Surface: its entry point, and the other modules of its first visit. */
type Start = { surface: string; first: string[]; shells: string[] };

const nameOf = (surface: string) => basename(dirname(surface));

/** Modules shared by staff surfaces and not used by shoppers. */
const office = 'office';

/**
 * Chunks of a first visit: `core` and `kit` contain what every surface needs, libraries and our own code.
 * Then there is one chunk for what a surface needs immediately and no other surface uses, and two for shared
 * code: with shoppers, whose surface is first, and without them. All are derived from the import graph, not
 * from folders, so that no code of one surface is loaded with another. The bundler splits everything else by
 * importers.
 */
export function firstChunks(source: string, starts: Start[]) {
  const at = (file: string) => `${source}/${file}`;
  let names: Map<string, string> | undefined;

  function nameAll(graph: Graph): Map<string, string> {
    const named = new Map<string, string>();
    const entry = reach([at('main.tsx')], graph, atOnce);
    // The entry is a separate file.
    entry.delete(at('main.tsx'));
    for (const id of entry) named.set(id, id.includes('/node_modules/') ? 'core' : 'kit');
    const everything = starts.map(({ surface }) => reach([at(surface)], graph, ever));
    for (const [index, { surface, first, shells }] of starts.entries()) {
      const [one = new Set<string>(), ...others] = shells.map((shell) => reach([at(shell)], graph, atOnce));
      const inEveryShell = [...one].filter((id) => others.every((other) => other.has(id)));
      const foreign = everything.filter((_, other) => other !== index);
      for (const id of [...reach([surface, ...first].map(at), graph, atOnce), ...inEveryShell]) {
        const shared = foreign.some((modules) => modules.has(id));
        const together = everything[0]?.has(id) ? 'common' : office;
        if (!entry.has(id)) named.set(id, shared ? together : nameOf(surface));
      }
    }
    return named;
  }

  const ordered = ['core', 'kit', 'common', office, ...starts.map(({ surface }) => nameOf(surface))];
  return ordered.map((name, index) => ({
    // Dependencies are included in a chunk, so chunks that others need have priority.
    priority: 100 - index,
    name: (id: string, graph: Graph): string | null => {
      names ??= nameAll(graph);
      return names.get(id) === name ? name : null;
    },
  }));
}

/** Chunks lie in the folder of their surface, so that isolation can be read off a request log. */
export function chunkName(chunk: { moduleIds: readonly string[] }): string {
  const surfaces = chunk.moduleIds.map((id) => /\/src\/surfaces\/(\w+)\//.exec(id)?.[1]);
  const named = new Set(surfaces.filter((surface) => surface !== undefined));
  const folder = named.size === 1 ? [...named][0] : 'shared';
  return `assets/${folder}/[name]-[hash].js`;
}

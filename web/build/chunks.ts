/** What this needs of the bundler's graph. */
type Graph = {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
};

/** Everything that a module imports at once, itself included. */
function closureOf(start: string, graph: Graph): Set<string> {
  const reached = new Set<string>();
  const waiting = [start];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return reached;
}

/**
 * Names the chunk of what every first visit imports at once: the entry, the home page, and what both shells share. It
 * is read off the import graph and not off folders, so that a form that two pages share never travels along.
 */
export function firstChunk(source: string) {
  const starts = ['main.tsx', 'surfaces/shopper/pages/home-page.tsx'];
  const shells = ['surfaces/shopper/desktop/shop-shell.tsx', 'surfaces/shopper/mobile/mobile-shell.tsx'];
  let wanted: Set<string> | undefined;
  return (id: string, graph: Graph): string | null => {
    if (!wanted) {
      const closures = (files: string[]) => files.map((file) => closureOf(`${source}/${file}`, graph));
      const [shop = new Set(), mobile = new Set()] = closures(shells);
      const shared = [...shop].filter((module) => mobile.has(module));
      wanted = new Set([...closures(starts).flatMap((modules) => [...modules]), ...shared]);
    }
    return wanted.has(id) ? 'first' : null;
  };
}

/** Chunks carry their folder in their name, so that isolation of surfaces can be read off a request log. */
export function chunkName(chunk: { facadeModuleId: string | null }): string {
  const id = chunk.facadeModuleId ?? '';
  const place = /\/src\/(?:surfaces\/(\w+)|(features\/\w+)|(locales\/\w+))/.exec(id);
  const folder = place?.[1] ?? place?.[2] ?? place?.[3] ?? 'shared';
  return `assets/${folder}/[name]-[hash].js`;
}

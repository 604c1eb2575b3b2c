import type { BuiltGraph } from './graph.ts';

type Edges = (file: string) => string[];

function follow(starts: string[], edges: Edges, stop?: Set<string>): Set<string> {
  const reached = new Set<string>();
  const waiting = [...starts];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (reached.has(file) || stop?.has(file)) continue;
    reached.add(file);
    waiting.push(...edges(file));
  }
  return reached;
}

/** Files loaded by visits, derived from the build output. */
export function visits({ entry, files }: BuiltGraph) {
  /** Files with everything that the browser fetches along with them. */
  const closure = (starts: string[]) => follow(starts, (file) => files[file]?.imports ?? []);
  const start = closure([entry]);
  const ever: Edges = (file) => [...(files[file]?.imports ?? []), ...(files[file]?.later ?? [])];
  return {
    closure,
    start,
    /** Everything that may ever be fetched from there on; the start itself may fetch any surface, and is not followed. */
    reachable: (starts: string[]) => follow(starts, ever, start),
    /** The file that holds a module. */
    holding(module: string): string {
      const found = Object.entries(files).find(([, { modules }]) => modules.includes(module));
      if (!found) throw new Error(`no built file holds ${module}`);
      return found[0];
    },
  };
}

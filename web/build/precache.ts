import type { BuiltGraph } from './graph.ts';
import { visits } from './visits.ts';

/** Large, or of no use without a connection. */
const onUse =
  /node_modules\/(?:maplibre-gl|altcha)\/|^features\/site\/model\/(?:apple-map|google-map|vendor-script)|^surfaces\/shopper\/pages\/resign-up-page/;

/** The files that a shopper may need where there is no network: scripts, and their style sheets. */
export function precached(graph: BuiltGraph): Set<string> {
  const { start, reachable, holding } = visits(graph);
  const scripts = [...start, ...reachable([holding('surfaces/shopper/surface.tsx')])];
  const needed = scripts.filter((file) => !graph.files[file]?.modules.some((module) => onUse.test(module)));
  return new Set(needed.flatMap((file) => [file, ...(graph.files[file]?.styles ?? [])]));
}

type Entry = { url: string };

/** Reduces the files of a build to those that are precached, under the addresses at which they are served. */
export function choosePrecached(graph: () => BuiltGraph, base: string) {
  return <E extends Entry>(entries: E[]) => {
    const chosen = precached(graph());
    const manifest = entries
      .filter(({ url }) => chosen.has(url))
      .map((entry) => ({ ...entry, url: base + entry.url }));
    return { manifest, warnings: [] };
  };
}

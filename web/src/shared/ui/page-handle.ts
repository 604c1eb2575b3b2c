import { useMatches } from 'react-router';

/** Page data of a route. */
export type PageHandle = {
  /** Name in the page table. */
  name: string;
  title: () => string;
  access: unknown;
  /** Loads the page's code. */
  preload: () => Promise<unknown>;
};

/** Open page; undefined if no route has one. */
export function usePageHandle(): PageHandle | undefined {
  return useMatches().at(-1)?.handle as PageHandle | undefined;
}

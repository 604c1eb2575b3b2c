import { useMatches } from 'react-router';

/** Page data of a route. */
export type PageHandle = {
  /** In the table of pages. */
  name: string;
  title: () => string;
  access: unknown;
  /** Fetches the code of the page. */
  preload: () => Promise<unknown>;
};

/** The page that is open; nothing where no route has one. */
export function usePageHandle(): PageHandle | undefined {
  return useMatches().at(-1)?.handle as PageHandle | undefined;
}

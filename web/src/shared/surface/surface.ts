import type { QueryClient } from '@tanstack/react-query';
import type { RouteObject } from 'react-router';

/** One of the apps that this bundle holds, once its code is here. */
export type Surface = {
  /** Its routes, from the shell down. */
  routes: (queries: QueryClient) => RouteObject[];
};

/** Data of a surface available before its code is loaded. */
export type SurfaceEntry = {
  /** Also the scope of the theme: `data-surface` on the root element. */
  name: 'shopper' | 'merchant' | 'console' | 'kiosk';
  /** Whether it answers at a path. */
  serves: (pathname: string) => boolean;
  /** Fetches, at once, everything that it needs at the start. */
  load: () => Promise<Surface>;
};

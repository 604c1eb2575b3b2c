import type { QueryClient } from '@tanstack/react-query';
import type { RouteObject } from 'react-router';

/** App in this bundle, with its code loaded. */
export type Surface = {
  /** Routes, starting with the shell. */
  routes: (queries: QueryClient) => RouteObject[];
};

/** Data of a surface available before its code is loaded. */
export type SurfaceEntry = {
  /** Also the scope of the theme: `data-surface` on the root element. */
  name: 'shopper' | 'merchant' | 'console' | 'kiosk';
  /** Whether it handles a path. */
  serves: (pathname: string) => boolean;
  /** Loads everything needed at the start. */
  load: () => Promise<Surface>;
};

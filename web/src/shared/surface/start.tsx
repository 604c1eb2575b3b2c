import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { closeByBack } from '../ui/layers';
import { followSession } from './follow-session';
import { preloadOnIntent } from './preload';
import { Providers } from './providers';
import { createQueryClient } from './query-client';
import { ready } from './ready';
import type { Surface } from './surface';

/** Renders a surface into the page. */
export async function start(surface: Surface) {
  const queries = createQueryClient();
  const followRouter = closeByBack();
  const router = createBrowserRouter(surface.routes(queries));
  // The shell's static heading stays until the first page is complete, so that nothing flashes.
  await ready(router);
  followRouter(router);
  followSession(router);
  preloadOnIntent(router);
  const root = document.getElementById('root');
  if (!root) return;
  // The shell is visible in the meantime, and slow phones stay responsive during the first render.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <Providers queries={queries}>
          <RouterProvider router={router} />
        </Providers>
      </StrictMode>,
    ),
  );
}

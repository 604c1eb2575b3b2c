import { QueryClient } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import { StrictMode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { onTestFinished } from 'vitest';
import { followSession } from '../surface/follow-session';
import { Providers } from '../surface/providers';
import { ready } from '../surface/ready';
import type { Surface } from '../surface/surface';

/** Opens a path of a surface like `start`: with guards, shell and real routes. */
export async function renderSurface(surface: Surface, path: string) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const router = createMemoryRouter(surface.routes(queries), { initialEntries: [path] });
  await ready(router);
  onTestFinished(followSession(router));
  await act(async () => {
    render(
      <StrictMode>
        <Providers queries={queries}>
          <RouterProvider router={router} />
        </Providers>
      </StrictMode>,
    );
  });
  return { router, queries };
}

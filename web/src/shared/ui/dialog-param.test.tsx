import { render, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it, vi } from 'vitest';
import { useDialogParam } from './dialog-param';

const open = vi.fn();

function Page() {
  useDialogParam('forgot', open);
  return null;
}

it('opens one dialog and clears its parameter', async () => {
  const router = createMemoryRouter([{ path: '/', Component: Page }], { initialEntries: ['/?forgot&to=x'] });
  render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
  await waitFor(() => expect(router.state.location.search).toBe('?to=x'));
  expect(open).toHaveBeenCalledOnce();
});

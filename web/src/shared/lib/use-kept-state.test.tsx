import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import { useKeptState } from './use-kept-state';

function List() {
  const [all, showAll] = useKeptState('list', false);
  return (
    <button type="button" onClick={() => showAll(true)}>
      {all ? '12 items' : '3 items'}
    </button>
  );
}

it('restores opened parts on back, but not for a new visit', async () => {
  const router = createMemoryRouter(
    [
      { path: '/wallet', Component: List },
      { path: '*', element: null },
    ],
    { initialEntries: ['/wallet'] },
  );
  render(<RouterProvider router={router} />);
  await userEvent.click(screen.getByRole('button', { name: '3 items' }));
  await act(() => router.navigate('/wallet/7'));
  await act(() => router.navigate(-1));
  expect(await screen.findByRole('button', { name: '12 items' })).toBeVisible();
  await act(() => router.navigate('/'));
  await act(() => router.navigate('/wallet'));
  expect(await screen.findByRole('button', { name: '3 items' })).toBeVisible();
});

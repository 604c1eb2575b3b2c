import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import { ToastHost } from './toast-host';
import { toast } from './toasts';

it('leads somewhere until one is there', async () => {
  const router = createMemoryRouter([{ path: '*', Component: ToastHost }]);
  render(<RouterProvider router={router} />);
  act(() => toast('Glow added to cart', { label: 'Checkout', to: '/checkout' }));
  await act(() => router.navigate('/wallet'));
  expect(screen.getByText('Glow added to cart')).toBeInTheDocument();
  await act(() => router.navigate('/checkout'));
  expect(screen.queryByText('Glow added to cart')).not.toBeInTheDocument();
});

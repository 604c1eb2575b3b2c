import { act, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { ToastHost } from './toast-host';
import { toast } from './toasts';

afterEach(() => vi.useRealTimers());

function renderHost() {
  const router = createMemoryRouter([{ path: '*', Component: ToastHost }]);
  render(<RouterProvider router={router} />);
  return router;
}

it('links to a page until it is opened', async () => {
  const router = renderHost();
  act(() => toast('Glow added to cart', { label: 'Checkout', to: '/checkout' }));
  await act(() => router.navigate('/wallet'));
  expect(screen.getByText('Glow added to cart')).toBeInTheDocument();
  await act(() => router.navigate('/checkout'));
  expect(screen.queryByText('Glow added to cart')).not.toBeInTheDocument();
});

it('stays while the focus or the pointer is in it', () => {
  vi.useFakeTimers();
  renderHost();
  act(() => toast('Link copied'));
  const close = screen.getByRole('button', { name: 'Close' });
  act(() => close.focus());
  act(() => void vi.advanceTimersByTime(20_000));
  expect(close).toHaveFocus();
  fireEvent.pointerOver(close);
  act(() => close.blur());
  act(() => void vi.advanceTimersByTime(20_000));
  expect(screen.getByText('Link copied')).toBeInTheDocument();
  fireEvent.pointerOut(close, { relatedTarget: document.body });
  act(() => void vi.advanceTimersByTime(5_000));
  expect(screen.queryByText('Link copied')).not.toBeInTheDocument();
});

it('is announced above a dialog', async () => {
  renderHost();
  const region = screen.getByRole('status');
  expect(region.parentElement).toBe(document.body);
  region.setAttribute('aria-hidden', 'true');
  await vi.waitFor(() => expect(region).not.toHaveAttribute('aria-hidden'));
});

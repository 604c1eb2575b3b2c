import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '@/shared/api/api-error';
import { dialogs } from '@/shared/ui/dialogs';
import { loadCode } from '@/shared/ui/load-code';
import type { Order } from './order';
import { BuyingPlaces, type Places } from './places';
import { useBuy } from './use-buy';

vi.mock('@/shared/ui/load-code');

const places: Places = {
  checkout: '/checkout',
  wallet: '/wallet',
  code: (id) => `/wallet/${id}`,
  purchases: '/purchaseHistory',
  options: '/account',
  logIn: () => '/logIn',
};
const order: Order = { items: [{ productId: 1 }], products: [{ name: 'Glow', productType: 'AppWash' }] };
const purchase = vi.fn(async () => undefined);

function Button() {
  const { buy, busy } = useBuy();
  return (
    <button type="button" onClick={() => buy(order)} aria-busy={busy}>
      Buy Now
    </button>
  );
}

function open() {
  render(
    <StrictMode>
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <BuyingPlaces value={places}>
            <Button />
          </BuyingPlaces>
        </MemoryRouter>
      </QueryClientProvider>
    </StrictMode>,
  );
  return screen.getByRole('button', { name: 'Buy Now' });
}

beforeEach(() => {
  vi.restoreAllMocks();
  purchase.mockClear();
});

it('queues a click while code loads, and buys once', async () => {
  let arrive = () => {};
  vi.mocked(loadCode).mockReturnValue(
    new Promise((resolve) => {
      arrive = () => resolve({ purchase });
    }),
  );
  const button = open();
  await userEvent.dblClick(button);
  expect(button).toHaveAttribute('aria-busy', 'true');
  expect(purchase).not.toHaveBeenCalled();
  arrive();
  await waitFor(() => expect(button).toHaveAttribute('aria-busy', 'false'));
  expect(purchase).toHaveBeenCalledOnce();
  expect(purchase).toHaveBeenCalledWith(expect.objectContaining({ places }), order);
});

it('shows a lost connection and accepts the next click', async () => {
  const said = vi.spyOn(dialogs, 'error').mockResolvedValue(false);
  vi.mocked(loadCode).mockRejectedValueOnce(new ApiError('No connection.', { status: 0 }));
  const button = open();
  await userEvent.click(button);
  expect(said).toHaveBeenCalledExactlyOnceWith({ title: 'Connection Error', text: 'No connection.' });
  expect(purchase).not.toHaveBeenCalled();
  vi.mocked(loadCode).mockResolvedValue({ purchase });
  await userEvent.click(button);
  expect(purchase).toHaveBeenCalledOnce();
});

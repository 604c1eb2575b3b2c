import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, it, vi } from 'vitest';
import { fetchQuote } from '@/features/checkout/api/quote';
import { placeOrder } from '@/features/checkout/model/place-order';
import { paymentQuery } from '@/features/payments/api/payment';
import type { Payment, Quote } from '@/shared/api/types';
import { dialogs } from '@/shared/ui/dialogs';
import type { Order } from './order';
import { purchase } from './purchase';
import type { Way } from './way';

vi.mock('@/features/checkout/api/quote');
vi.mock('@/features/checkout/model/place-order', async (original) => ({
  ...(await original<object>()),
  placeOrder: vi.fn(),
}));
vi.mock('./ensure-card', () => ({ ensureCard: async () => true }));
vi.mock('./tell-result', () => ({ tellResult: async () => false }));

const queries = new QueryClient();
const way = { queries } as unknown as Way;
const wash: Order = { items: [{ productId: 1 }], products: [{ name: 'Glow', productType: 'AppWash' }] };

function quoted(kept: number[] | null = null): Quote {
  const discount = kept?.includes(7) ? null : { name: '$50 off', amount: 300, taxes: 0 };
  return {
    lines: [],
    discount,
    discountItemId: discount && 7,
    subtotal: 300,
    taxes: 0,
    total: discount ? 0 : 300,
    requires: { address: false },
  } as unknown as Quote;
}

beforeEach(() => {
  vi.restoreAllMocks();
  queries.setQueryData(paymentQuery().queryKey, {} as Payment);
  vi.mocked(fetchQuote).mockImplementation(async (body) => quoted(body.keepDiscounts));
  vi.mocked(placeOrder)
    .mockReset()
    .mockResolvedValue({} as never);
});

it("keeps a discount for later in 'Buy Now', and uses it after all", async () => {
  const asked = vi.spyOn(dialogs, 'promise');
  const labels: (string | undefined)[] = [];
  for (const choice of ['another', 'another', 'another', 'yes']) {
    asked.mockImplementationOnce(async (work) => {
      labels.push(work.another?.label);
      if (choice === 'another') work.another?.choose();
      else await work.action();
      return choice === 'yes';
    });
  }
  expect(await purchase(way, wash)).toBeUndefined();
  expect(labels).toEqual([
    'Keep discount for later',
    'Use discounts',
    'Keep discount for later',
    'Use discounts',
  ]);
  expect(placeOrder).toHaveBeenCalledExactlyOnceWith(
    { products: wash.items, keepDiscounts: [7], expectedTotal: 300 },
    expect.anything(),
  );
});

it('buys nothing if the customer declines', async () => {
  vi.spyOn(dialogs, 'promise').mockResolvedValue(false);
  await purchase(way, wash);
  expect(placeOrder).not.toHaveBeenCalled();
});

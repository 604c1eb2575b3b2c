import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CartProduct } from '@/features/checkout/model/cart-lines';
import type { Payment, Quote } from '@/shared/api/types';
import { openSite } from '@/shared/testing/site';
import { dialogs } from '@/shared/ui/dialogs';
import { monthAfter } from './club-terms';
import { confirmTotal } from './confirm-total';

const club = {
  productId: 301,
  productType: 'AppClub',
  name: 'Works Club',
  price: 1749,
  taxes: 150,
  monthlyPrice: 3499,
  monthlyTaxes: 301,
  stock: null,
} as CartProduct;
const line = { productId: 301, productType: 'AppClub', name: 'Works Club', startsOn: null };
const quote = { lines: [line], subtotal: 1749, taxes: 150, total: 1899, currency: 'USD' } as unknown as Quote;
const units = [{ name: 'Works Club', productType: 'AppClub' as const }];

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2027-01-31T20:00:00Z') });
  openSite({
    timeZone: 'America/Phoenix',
    companyName: 'Sparkle',
    business: { legalName: 'Sparkle Car Wash LLC' },
    pricesIncludeTax: false,
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  openSite();
});

async function saidFor(of: Quote): Promise<string> {
  const asked = vi.spyOn(dialogs, 'promise').mockResolvedValue(false);
  await confirmTotal({ quote: of, units, payment: {} as Payment, club, work: async () => undefined });
  return asked.mock.calls[0]?.[0].text ?? '';
}

it('names date, monthly price, renewal, cancellation and seller before the first charge of a club', async () => {
  const said = await saidFor(quote);
  for (const part of [
    'First charge: Jan 31, 2027.',
    'Then $34.99 a month plus tax from Feb 28, 2027, until you cancel.',
    'To cancel, choose Cancel Plan on the Wash Club page.',
    'Seller: Sparkle Car Wash LLC.',
  ]) {
    expect(said).toContain(part);
  }
});

it('counts from the day on which a club replaces another one', async () => {
  const later = { ...quote, lines: [{ ...line, startsOn: '2027-02-14' }] } as unknown as Quote;
  expect(await saidFor(later)).toContain(
    'First charge: Feb 14, 2027. Then $34.99 a month plus tax from Mar 14, 2027',
  );
});

it('shows the price with tax and the company name where nothing else is set', async () => {
  openSite({ companyName: 'Northstar', business: {}, pricesIncludeTax: true, timeZone: 'Europe/London' });
  const said = await saidFor(quote);
  expect(said).toContain('Then $38.00 a month from Feb 28, 2027');
  expect(said).toContain('Seller: Northstar.');
});

it('renews on the last day of a shorter month', () => {
  expect(['2026-12-31', '2027-01-30', '2028-01-31', '2027-04-15'].map(monthAfter)).toEqual([
    '2027-01-31',
    '2027-02-28',
    '2028-02-29',
    '2027-05-15',
  ]);
});

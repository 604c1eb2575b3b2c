import { QueryClient } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Member } from '@/shared/api/types';
import { Providers } from '@/shared/surface/providers';
import { product } from '@/shared/testing/products';
import { answer, ok } from '@/shared/testing/server';
import { openSite } from '@/shared/testing/site';
import { sayMore } from '../catalogue';
import { MoveDialog } from './move-dialog';

const member = {
  membershipId: 7,
  name: 'Bronze',
  nextBillingDate: '2026-12-20',
} as Member;

// A first month at 17.49 net, then 34.99 net with 3.01 of tax.
const gold = product({
  productId: 302,
  productType: 'AppClub',
  name: 'Gold',
  price: 1749,
  taxes: 150,
  signupPrice: 1749,
  monthlyPrice: 3499,
  monthlyTaxes: 301,
});
// The same price in every month.
const silver = product({ productId: 303, productType: 'AppClub', name: 'Silver', price: 2000, taxes: 172 });

beforeEach(async () => {
  await sayMore();
  answer('get', '/products/washClubs', () => ok([gold, silver]));
  answer('get', '/locations', () => ok([]));
});

afterEach(() => openSite());

async function openWith(config: Record<string, unknown>) {
  openSite(config);
  const dialog = <MoveDialog member={member} onDone={() => undefined} onClose={() => undefined} />;
  const router = createMemoryRouter([{ path: '/', element: dialog }]);
  render(
    <Providers queries={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </Providers>,
  );
  await userEvent.setup().click(await screen.findByLabelText('Club'));
}

it('lists the monthly price of each club before tax', async () => {
  await openWith({ pricesIncludeTax: false });
  expect(await screen.findByText('Gold, $34.99/month')).toBeTruthy();
  expect(screen.getByText('Silver, $20.00/month')).toBeTruthy();
});

it('lists the monthly price of each club with tax where prices include it', async () => {
  await openWith({ pricesIncludeTax: true });
  expect(await screen.findByText('Gold, $38.00/month')).toBeTruthy();
  expect(screen.getByText('Silver, $21.72/month')).toBeTruthy();
});

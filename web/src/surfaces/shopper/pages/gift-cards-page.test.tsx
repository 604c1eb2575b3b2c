import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { setSession } from '@/shared/api/session';
import type { Product } from '@/shared/api/types';
import { product } from '@/shared/testing/products';
import { answer, ok, refusal } from '@/shared/testing/server';
import { openSite } from '@/shared/testing/site';
import { tokens } from '@/shared/testing/tokens';
import { answerCustomer, answerQuietly, renderPage } from '../testing/render-page';

const card = (productId: number, price: number, productType: Product['productType']) =>
  product({ productId, productType, name: `${productType} ${price / 100}`, price, value: price });

const open = () => renderPage('/shop/giftCards');

beforeEach(() => {
  // Without an app, a narrow window shows the web shop.
  openSite({ cardName: 'Sparkle Card', has_app: false });
  answerQuietly();
  answer('get', '/products/giftCards', () =>
    ok([card(1, 2500, 'GiftCard'), card(2, 5000, 'GiftCard'), card(3, 2500, 'GiftCardRecharge')]),
  );
});

it('separates new cards and reloads, most expensive first, for customers only', async () => {
  await open();
  const fresh = await screen.findByRole('region', { name: 'New Gift Cards' });
  expect(
    within(fresh)
      .getAllByRole('heading', { level: 3 })
      .map((name) => name.textContent),
  ).toEqual(['GiftCard 50', 'GiftCard 25']);
  expect(within(fresh).getByText('Price: $50')).toBeVisible();
  expect(screen.getByRole('region', { name: 'Existing Gift Cards' })).toHaveTextContent(
    'GiftCardRecharge 25',
  );
  expect(screen.queryByRole('button', { name: /Buy/ })).not.toBeInTheDocument();
});

it("offers customers to buy at the card's price", async () => {
  setSession(tokens(4_000_000_000));
  answerCustomer();
  await open();
  expect(await screen.findByRole('button', { name: 'Buy: $50, GiftCard 50' })).toHaveTextContent('Buy: $50');
  // The price is next to the value for every viewer and button.
  expect(screen.getByText('Price: $50')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Give GiftCard 50 as a gift' })).toBeEnabled();
  expect(
    screen.queryByRole('button', { name: 'Give GiftCardRecharge 25 as a gift' }),
  ).not.toBeInTheDocument();
});

it('shows the balance of a card', async () => {
  answer('post', '/gift-cards/balance', async (request) => {
    expect(await request.json()).toEqual({ cardNumber: '4242424242424242' });
    return ok({ balance: 4250, responseMessage: 'Active' });
  });
  const user = userEvent.setup();
  await open();
  await user.type(screen.getByLabelText('Card number'), '4242424242424242');
  expect(screen.getByLabelText('Card number')).toHaveValue('4242-4242-4242-4242');
  await user.click(screen.getByRole('button', { name: 'Check' }));
  const dialog = await screen.findByRole('dialog', { name: 'Sparkle Card Balance' });
  expect(dialog).toHaveTextContent('Status: Active');
  expect(dialog).toHaveTextContent('Balance: $42.50');
});

it("shows an error if the list can't be loaded", async () => {
  answer('get', '/products/giftCards', () => refusal(404, 'not_found', 'Gone.'));
  await open();
  expect(await screen.findByRole('heading', { name: 'Unable to get Gift Cards' })).toBeVisible();
  expect(screen.getByText('Sorry, something went wrong. Please try again.')).toBeVisible();
});

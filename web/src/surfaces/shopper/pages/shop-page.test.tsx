import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import type { Location, Product } from '@/shared/api/types';
import { product } from '@/shared/testing/products';
import { answer, ok, refusal } from '@/shared/testing/server';
import { openSite } from '@/shared/testing/site';
import { answerQuietly, renderPage } from '../testing/render-page';

const shopItems = [
  { tag: '_WASHES', label: 'Washes', href: '/shop/washes' },
  { tag: '_CLUBS', label: 'Sunshine Club', href: '/shop/washClubs' },
  { tag: '_MERCH', label: 'Goods', href: '/shop/merch' },
];
const place = (id: number, city: string) => ({ id, city, name: `${city} wash` }) as Location;
const washes = [
  product({ productId: 1, name: 'Splash', price: 1600 }),
  product({ productId: 2, name: 'The Works', price: 2650 }),
  product({ productId: 3, name: 'Glow', price: 2000, locations: [7] }),
];

const lists = ['washes', 'bundles', 'washClubs', 'merchandise'] as const;

function offer(kind: (typeof lists)[number], products: Product[]) {
  answer('get', `/products/${kind}`, () => ok(products));
}

const open = renderPage;

const names = () => screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);

beforeEach(() => {
  // Without an app, a narrow window shows the web shop.
  openSite({ shopItems, has_app: false });
  answerQuietly();
  answer('get', '/locations', () => ok([place(4, 'Mesa'), place(7, 'Tempe')]));
  offer('washes', washes);
});

it('names the section and sorts by price', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  answer('get', '/products/washes', async () => {
    await held;
    return ok(washes);
  });
  await open('/shop');
  expect(screen.getByRole('heading', { level: 1, name: 'Shop - Washes' })).toBeVisible();
  expect(document.querySelector('[aria-busy=true]')).toBeInTheDocument();
  release();
  expect(await screen.findByRole('heading', { name: 'The Works' })).toBeVisible();
  expect(names()).toEqual(['The Works', 'Glow', 'Splash']);
  expect(screen.getByText('$26.50')).toBeVisible();
  expect(screen.getByText('$20')).toBeVisible();
});

it("links to other sections with the merchant's names", async () => {
  offer('merchandise', []);
  await open('/shop');
  const pills = within(screen.getByRole('navigation', { name: 'Shop' }));
  expect(pills.getAllByRole('link').map((pill) => pill.textContent)).toEqual([
    'Washes',
    'Sunshine Club',
    'Goods',
  ]);
  expect(pills.getByRole('link', { name: 'Washes' })).toHaveAttribute('aria-current', 'page');
  await userEvent.click(pills.getByRole('link', { name: 'Goods' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Shop - Goods' })).toBeVisible();
  expect(await screen.findByRole('heading', { name: 'No merchandise yet' })).toBeVisible();
});

it('keeps the selected location', async () => {
  await open('/shop/washes');
  const filter = await screen.findByLabelText('Locations');
  expect(within(filter).getAllByRole('option')[0]).toHaveTextContent('All Locations');
  await userEvent.selectOptions(filter, 'Mesa');
  expect(await screen.findByRole('heading', { name: 'Splash' })).toBeVisible();
  expect(names()).toEqual(['The Works', 'Splash']);
  offer('washes', []);
  await userEvent.selectOptions(filter, 'Tempe');
  expect(await screen.findByRole('heading', { name: 'No washes at this location' })).toBeVisible();
});

it.each([
  ['/shop/washes', 'washes', 'Unable to get Washes'],
  ['/shop/bundles', 'bundles', 'Unable to get Bundles'],
  ['/shop/washClubs', 'washClubs', 'Unable to get Clubs'],
  ['/shop/merch', 'merchandise', "Couldn't load merchandise"],
] as const)('shows an error for %s and retries', async (path, kind, title) => {
  answer('get', `/products/${kind}`, () => refusal(404, 'not_found', 'Gone.'));
  await open(path);
  expect(await screen.findByRole('heading', { name: title })).toBeVisible();
  expect(screen.getByText('Sorry, something went wrong. Please try again.')).toBeVisible();
  offer(kind, [product({ name: 'Back again' })]);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Back again' })).toBeVisible();
});

it('sorts clubs with equal first-month prices by monthly price', async () => {
  const club = (productId: number, name: string, monthlyPrice: number) =>
    product({ productId, name, productType: 'AppClub', price: 500, signupPrice: 500, monthlyPrice });
  offer('washClubs', [club(1, 'Dash', 1900), club(2, 'Surge', 2900)]);
  await open('/shop/washClubs');
  expect(await screen.findByRole('heading', { name: 'Surge' })).toBeVisible();
  expect(names()).toEqual(['Surge', 'Dash']);
});

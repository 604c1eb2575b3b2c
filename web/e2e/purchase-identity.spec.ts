import type { Page, Route } from '@playwright/test';
import { CardForm } from './pages/card-form';
import { Dialog } from './pages/dialog';
import { LogIn } from './pages/log-in';
import { Shop } from './pages/shop';
import { callApi } from './support/api';
import { logIn } from './support/customers';
import { origin } from './support/environment';
import { deliver, loseTheAnswer } from './support/lost-answer';
import type { Person } from './support/people';
import { expect, test } from './support/test';

const orders = '**/api/v1/orders';

/** Purchases of a customer on the server. */
async function purchases(person: Person): Promise<number> {
  const { accessToken } = await logIn('sparkle', person);
  return (await callApi<unknown[]>('sparkle', '/users/purchases', undefined, { token: accessToken })).length;
}

function refuse(route: Route, status: number, errorCode: string) {
  return route.fulfill({ status, json: { success: false, errorCode, errorMessage: 'Not now.' } });
}

type Visit = (site: string, path: string) => Promise<void>;

/** From the checkout of a cart to the question that the charge waits for. */
async function askToPay(page: Page, visit: Visit): Promise<Shop> {
  await visit('sparkle', '/checkout');
  const shop = new Shop(page);
  await shop.pay();
  await new CardForm(page).save('4242 4242 4242 4242');
  await expect(page.getByRole('dialog', { name: /^Your total is/ })).toContainText('The Works. Includes $');
  return shop;
}

const emptyCart = (page: Page) => page.getByRole('heading', { name: 'Your cart is empty' });

test('a cart paid in one tab can’t be paid again in another', async ({ page, visit, shell, customerOf }) => {
  const person = await customerOf('sparkle', { cart: ['The Works'] });
  const shop = await askToPay(page, visit);
  const other = await page.context().newPage();
  await other.goto(`${origin('sparkle')}/checkout${shell.mark}`);
  const otherShop = new Shop(other);
  await otherShop.pay();
  await expect(other.getByRole('dialog', { name: /^Your total is/ })).toBeVisible();

  await shop.confirmTotal();
  await expect(new Dialog(page, 'Success').root).toBeVisible();
  await otherShop.confirmTotal();
  await new Dialog(other, 'Your cart has changed').press('Close');
  await expect(emptyCart(other)).toBeVisible();
  expect(await purchases(person)).toBe(1);
});

test('a reload during a charge loses nothing and charges once', async ({ page, visit, customerOf }) => {
  const person = await customerOf('sparkle', { cart: ['The Works'] });
  const shop = await askToPay(page, visit);
  const charged = new Promise<void>((resolve, reject) => {
    // The response never arrives. Without the route, the browser would repeat the request.
    void page.route(orders, (route) => deliver(route).then(resolve, reject));
  });
  await shop.confirmTotal();
  await charged;
  await page.reload();
  await new Dialog(page, 'Success').press('Close');
  await expect(emptyCart(page)).toBeVisible();
  expect(await purchases(person)).toBe(1);
});

test('an order lost by a reload is returned to the cart and can be placed', async ({
  page,
  visit,
  customerOf,
}) => {
  const person = await customerOf('sparkle', { cart: ['The Works'] });
  const shop = await askToPay(page, visit);
  await page.route(orders, () => {
    // It hangs on its way.
  });
  const sent = page.waitForRequest(orders);
  await shop.confirmTotal();
  await sent;
  await page.reload();
  await new Dialog(page, 'Order not received').press('Close');
  await page.unroute(orders);
  await shop.pay();
  await shop.confirmTotal();
  await expect(new Dialog(page, 'Success').root).toBeVisible();
  expect(await purchases(person)).toBe(1);
});

test('a lost response followed by a rejection isn’t charged again', async ({ page, visit, customerOf }) => {
  const person = await customerOf('sparkle', { cart: ['The Works'] });
  const shop = await askToPay(page, visit);
  let sent = 0;
  await page.route(orders, (route) => {
    sent += 1;
    return sent === 1 ? loseTheAnswer(route) : refuse(route, 429, 'too_many_requests');
  });
  await shop.confirmTotal();
  await new Dialog(page, 'Success').press('Close');
  await visit('sparkle', '/wallet');
  await expect(page.getByRole('main').getByRole('link', { name: /The Works/ })).toHaveCount(1);
  expect(sent).toBe(2);
  expect(await purchases(person)).toBe(1);
});

test('an order interrupted by the end of a session is resolved after the next login', async ({
  page,
  visit,
  customerOf,
}) => {
  const person = await customerOf('sparkle', { cart: ['The Works'] });
  const shop = await askToPay(page, visit);
  let sent = 0;
  await page.route(orders, (route) => {
    sent += 1;
    return sent === 1 ? loseTheAnswer(route) : refuse(route, 401, 'invalid_token');
  });
  await page.route('**/api/v1/users/tokens', (route) => refuse(route, 401, 'invalid_token'));
  await shop.confirmTotal();
  await new Dialog(page, 'Logged Out').press('Close');
  await page.unroute(orders);
  await page.unroute('**/api/v1/users/tokens');

  await visit('sparkle', '/logIn');
  await new LogIn(page).as(person);
  await expect(new Dialog(page, 'Success').root).toContainText('paid: ');
  await visit('sparkle', '/checkout');
  await expect(emptyCart(page)).toBeVisible();
  expect(await purchases(person)).toBe(1);
});

test("'Buy Now' shows the item and survives a reload like a cart", async ({ page, visit, customerOf }) => {
  const person = await customerOf('sparkle', { cart: ['Glow'] });
  await visit('sparkle', '/washes');
  const shop = new Shop(page);
  await shop.buy('The Works');
  await new CardForm(page).save('4242 4242 4242 4242');
  await expect(page.getByRole('dialog', { name: /^Your total is/ })).toContainText('The Works. Includes $');
  let sent = 0;
  await page.route(orders, (route) => {
    sent += 1;
    return sent === 1 ? loseTheAnswer(route) : refuse(route, 429, 'too_many_requests');
  });
  await shop.confirmTotal();
  await new Dialog(page, 'Success').press('Close');
  expect(await purchases(person)).toBe(1);
  await visit('sparkle', '/checkout');
  await expect(page.getByRole('heading', { name: 'Glow' })).toBeVisible();
});

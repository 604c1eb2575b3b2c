import { Account } from './pages/account';
import { callApi } from './support/api';
import { logIn, newCustomer } from './support/customers';
import { origin } from './support/environment';
import { expect, test } from './support/test';

test('the location the customer is at is preselected', async ({ page, context, visit, customerOf }) => {
  type Location = { id: number; city: string; latitude: number; longitude: number };
  const place = (await callApi<Location[]>('sparkle', '/locations')).at(-1);
  if (!place) throw new Error('no location');
  await context.grantPermissions(['geolocation'], { origin: origin('sparkle') });
  await context.setGeolocation({ latitude: place.latitude + 0.003, longitude: place.longitude });
  await customerOf('sparkle');
  await visit('sparkle', '/washes');
  await expect(page.getByLabel('Locations')).toHaveValue(String(place.id));

  await visit('sparkle', '/findUs');
  const cities = page.getByRole('heading', { level: 2 });
  const nearest = page.getByRole('main').getByRole('listitem').filter({ has: cities }).first();
  await expect(nearest).toContainText(place.city);
  await expect(nearest).toContainText('0.2 mi');
});

test('logging out in one tab logs out all and deletes local data', async ({
  page,
  visit,
  customerOf,
  shell,
}) => {
  await customerOf('sparkle', { cart: ['The Works'] });
  await visit('sparkle', '/washes');
  const other = await page.context().newPage();
  await other.goto(`${origin('sparkle')}/account${shell.mark}`);
  await expect(new Account(other).part('Account info')).toContainText("Ada O'Neil");
  const cart = other.getByRole('link', { name: /^Checkout.*1 item/ });
  await expect(cart).toBeVisible();

  await visit('sparkle', '/logOut');
  await expect(page).not.toHaveURL(/logOut/);
  await expect(other).toHaveURL(shell.afterLogOut);
  await expect(other.getByText("Ada O'Neil")).toHaveCount(0);
  const left = await other.evaluate(async () => ({
    session: localStorage.getItem('suds:session'),
    copy: Boolean(await (await caches.open('suds-session')).match('/suds-session')),
    cart: JSON.parse(localStorage.getItem('suds:cart') ?? '[]').length,
  }));
  expect(left).toEqual({ session: null, copy: false, cart: 0 });
});

test('state of another version is cleared, the session is kept', async ({ page, visit, customerOf }) => {
  await customerOf('sparkle');
  await visit('sparkle', '/account');
  const info = new Account(page).part('Account info');
  await expect(info).toContainText("Ada O'Neil");
  await page.evaluate(async () => {
    localStorage.setItem('suds:version', '"1.0.3"');
    localStorage.setItem('suds:fontSize', '15');
    localStorage.setItem('suds:scheme', '"dark"');
    await (await caches.open('suds-cache-data')).put('/x', new Response('old'));
    // A service worker's, say.
    await caches.open('precache');
    await caches.open('suds-session');
  });
  await page.reload();
  await expect(info).toContainText("Ada O'Neil");
  await expect(page.locator('html[data-dark]')).toBeAttached();
  const left = await page.evaluate(async () => ({
    version: localStorage.getItem('suds:version'),
    fontSize: localStorage.getItem('suds:fontSize'),
    caches: (await caches.keys()).sort(),
  }));
  expect(left).toEqual({ version: '"1.0.4"', fontSize: null, caches: ['precache', 'suds-session'] });
});

test('the session is restored from its copy, and the device is registered', async ({ page, visit }) => {
  const tokens = await logIn('sparkle', await newCustomer('sparkle'));
  await visit('sparkle', '/Support');
  await page.evaluate(async (session) => {
    await (await caches.open('suds-session')).put('/suds-session', new Response(JSON.stringify(session)));
  }, tokens);
  const registration = page.waitForResponse((response) => response.url().endsWith('/api/v1/devices'));
  await visit('sparkle', '/account');
  await page.reload();
  await expect(new Account(page).part('Account info')).toContainText("Ada O'Neil");
  expect((await registration).ok()).toBe(true);
});

test('guests can browse and are asked to log in for the rest', async ({ page, visit, shell }) => {
  await visit('sparkle', '/logIn');
  const guest = page.getByRole('button', { name: 'Continue as Guest' });
  await guest.click();
  await expect(page.getByRole('dialog')).toContainText('Guests may only view washes and clubs.');
  await page.getByRole('button', { name: 'No', exact: true }).click();
  await expect(page).toHaveURL(/logIn/);
  await guest.click();
  await page.getByRole('button', { name: 'Yes', exact: true }).click();
  await expect(page).not.toHaveURL(/logIn/);
  for (const [path, title] of [
    ['/washes', 'Washes'],
    ['/findUs', /^Visit any of our \d locations!$/],
    ['/Support', 'Support'],
  ] as const) {
    await visit('sparkle', path);
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeAttached();
  }
  await expect(page.getByRole('button', { name: /^Buy Now/ })).toHaveCount(0);
  const session = () => page.evaluate(() => localStorage.getItem('suds:session'));
  await visit('sparkle', '/wallet');
  await expect(page).toHaveURL(/logIn\?to=/);
  // A redirected visitor is asked, and stays a guest.
  await expect(page.getByText('Log in to see this page')).toBeVisible();
  expect(await session()).toContain('guest');
  await guest.click();
  await expect(page).not.toHaveURL(/logIn/);
  expect(await session()).toContain('guest');
  // A visitor who navigates here wants to log in: the guest session ends.
  await visit('sparkle', '/logIn');
  await expect.poll(session).toBeNull();
  await shell.expectStranger(page, visit);
});

test('pages without access redirect', async ({ page, visit, customerOf, shell }) => {
  await visit('sparkle', '/account');
  await expect(page).toHaveURL(/logIn\?to=%2Faccount/);
  await customerOf('sparkle');
  for (const path of ['/signUp', '/logIn', '/passwordRecovery?email=a@b.co&token=x']) {
    await visit('sparkle', path);
    await expect(page).toHaveURL(/localhost:\d+\/(?:#.*)?$/);
  }
  await visit('sparkle', '/userManagement');
  await expect(page).toHaveURL(new RegExp(shell.path.account));
});

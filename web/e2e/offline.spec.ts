import type { BrowserContext, Page } from '@playwright/test';
import { Dialog } from './pages/dialog';
import { Shop } from './pages/shop';
import { enterAsGuest } from './support/customers';
import { expect, test } from './support/test';

const offline = 'The Internet connection appears to be offline.';

/** As in a tunnel: it is said once, and read. */
async function loseConnection(page: Page, context: BrowserContext) {
  await context.setOffline(true);
  await new Dialog(page, 'Connection Error').press('Close');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
}

test('a screen that cannot be fetched says so, leaves the app standing and comes by itself', async ({
  page,
  context,
  visit,
  phone,
}) => {
  if (phone) await enterAsGuest(page, 'sparkle');
  await visit('sparkle');
  await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
  await loseConnection(page, context);
  if (phone) {
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Privacy' }).click();
  } else {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Locations' }).click();
  }
  await expect(page.getByRole('alert')).toContainText('Connection Error');
  await expect(page.getByRole('alert')).toContainText(offline);
  await expect(page.getByRole('navigation').first()).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('alert')).toContainText(offline);
  await context.setOffline(false);
  const title = phone ? 'Privacy' : /^Visit any of our/;
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  // With its style sheet too.
  const broken = await page.evaluate(
    () =>
      [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].filter((link) => !link.sheet)
        .length,
  );
  expect(broken).toBe(0);
});

test('a press that needs code or data says that there is no connection', async ({
  page,
  context,
  visit,
  phone,
  customerOf,
}) => {
  await customerOf('sparkle');
  await visit('sparkle', phone ? '/washes' : '/shop/washes');
  const shop = new Shop(page);
  await shop.add('The Works');
  await page.waitForLoadState('networkidle');
  await loseConnection(page, context);
  const told = page.getByRole('alertdialog', { name: 'Connection Error' });
  for (const press of ['Give Glow as a gift', 'Buy Now: Glow']) {
    await page.getByRole('button', { name: press, exact: true }).click();
    await expect(told).toContainText(offline);
    await told.getByRole('button', { name: 'Close' }).click();
    await expect(told).toHaveCount(0);
  }
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Give Glow as a gift', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Gift: Glow' })).toBeVisible();
});

test('totals come by themselves once the connection is back', async ({
  page,
  context,
  visit,
  phone,
  customerOf,
}) => {
  await customerOf('sparkle');
  await visit('sparkle', phone ? '/washes' : '/shop/washes');
  const shop = new Shop(page);
  await shop.add('The Works');
  await shop.openCheckout();
  const summary = page.getByRole('region', { name: 'Order summary' });
  await expect(summary).toContainText('Total');
  await loseConnection(page, context);
  await page.getByRole('button', { name: /more$/ }).click();
  await expect(summary).toContainText('Unable to get the total');
  await context.setOffline(false);
  await expect(page.getByRole('button', { name: /^Checkout ·/ })).toBeEnabled();
});

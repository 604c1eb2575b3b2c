import type { Page } from '@playwright/test';
import { Dialog } from './pages/dialog';
import { enterAs } from './support/customers';
import { order } from './support/orders';
import { demoCustomer } from './support/people';
import { expect, test } from './support/test';

test.use({ serviceWorkers: 'allow' });

/** Until the worker has all that it keeps, and this page. */
const workerReady = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');

test('the app opens offline and shows its codes', async ({ page, context, visit }) => {
  const customer = demoCustomer('sparkle');
  await order('sparkle', customer, ['Glow']);
  await enterAs(page, 'sparkle', customer);
  await visit('sparkle', '/wallet');
  const code = page.getByRole('link', { name: /Glow/ }).first();
  await expect(code).toBeVisible();
  await workerReady(page);

  await context.setOffline(true);
  await new Dialog(page, 'Connection Error').press('Close');
  await page.reload();
  await new Dialog(page, 'Connection Error').press('Close');
  await expect(page.getByText(/^As of \d/)).toBeVisible();
  await code.click();
  await expect(page.getByText(/^\d{4} \d{4} \d{4}$/)).toBeVisible();
  await expect(page.getByRole('img', { name: /^Code for/ })).toBeVisible();
  // Opened at its own address, too.
  await page.reload();
  await new Dialog(page, 'Connection Error').press('Close');
  await expect(page.getByRole('img', { name: /^Code for/ })).toBeVisible();
  await page.getByRole('navigation', { name: 'App' }).getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
});

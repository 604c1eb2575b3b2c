import type { Page } from '@playwright/test';
import { Dialog } from './pages/dialog';
import { Shop } from './pages/shop';
import { SignUp } from './pages/sign-up';
import { stranger } from './support/people';
import { expect, test } from './support/test';

test.use({ serviceWorkers: 'allow' });

/** Reloads and confirms the browser's prompt. */
async function reload(page: Page) {
  page.once('dialog', (question) => question.accept());
  await page.reload();
}

const workerReady = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');

test('a started sign-up survives an offline reload, without its password', async ({
  page,
  context,
  visit,
}) => {
  await visit('sparkle', '/signUp');
  await new SignUp(page).fill(stranger());
  await workerReady(page);
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await new Dialog(page, 'Connection Error').press('Close');
  await reload(page);
  await new Dialog(page, 'Connection Error').press('Close');
  const field = (label: string) => page.getByLabel(label, { exact: true });
  await expect(field('First name')).toHaveValue('Ada');
  await expect(field('Confirm email')).toHaveValue(/@/);
  await expect(field('Cell phone number')).toHaveValue(/0/);
  await expect(field('Password')).toHaveValue('');
  await expect(field('Confirm password')).toHaveValue('');
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(stranger().password);
});

test('a started gift survives a reload, and a cart survives an offline one', async ({
  page,
  context,
  visit,
  customerOf,
}) => {
  await customerOf('sparkle');
  await visit('sparkle', '/washes');
  await new Shop(page).add('Glow');
  const give = page.getByRole('button', { name: 'Give Glow as a gift', exact: true });
  const gift = new Dialog(page, 'Gift: Glow').root;
  const message = gift.getByLabel(/^Message/);
  await give.click();
  await message.fill('Shine on');
  await reload(page);
  await give.click();
  await expect(message).toHaveValue('Shine on');

  // Leaving without it starts over.
  await gift.getByRole('button', { name: 'Close' }).click();
  await new Dialog(page, 'Leave without saving?').press('Leave');
  await expect(gift).toHaveCount(0);
  await give.click();
  await expect(message).toHaveValue('');
  await gift.getByRole('button', { name: 'Close' }).click();

  await new Shop(page).openCheckout();
  await workerReady(page);
  await context.setOffline(true);
  await new Dialog(page, 'Connection Error').press('Close');
  await reload(page);
  await new Dialog(page, 'Connection Error').press('Close');
  await expect(page.getByRole('main').getByText('Glow').first()).toBeVisible();
});

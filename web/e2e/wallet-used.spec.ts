import { Dialog } from './pages/dialog';
import { LogIn } from './pages/log-in';
import { Shop } from './pages/shop';
import { redeem } from './support/kiosk';
import { demoCustomer } from './support/people';
import { expect, test } from './support/test';

test('the page that shows a code says by itself that a kiosk took it', async ({ page, visit }) => {
  await visit('sparkle', '/logIn');
  await new LogIn(page).as(demoCustomer('sparkle'));
  await visit('sparkle', '/washes');
  await new Shop(page).buy('Glow');
  await new Shop(page).confirmTotal();
  await new Dialog(page, 'Success').press('Show my code');
  const shown = page.getByText(/^\d{4} \d{4} \d{4}$/);
  const code = (await shown.textContent()) ?? '';
  await expect(page.getByRole('img', { name: /^Code for/ })).toBeVisible();

  await redeem('sparkle', code);
  await expect(page.getByRole('status').filter({ hasText: 'Used' })).toBeVisible();
  await expect(page.getByRole('img', { name: /^Code for/ })).toBeHidden();
  await page.getByRole('link', { name: 'Back to the wallet' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goBack();
  await expect(page.getByText('Used', { exact: true })).toBeVisible();
});

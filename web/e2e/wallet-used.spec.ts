import { Dialog } from './pages/dialog';
import { Kiosk } from './pages/kiosk';
import { LogIn } from './pages/log-in';
import { Shop } from './pages/shop';
import { expectAccessibleInBothSchemes } from './support/accessibility';
import { demoCustomer } from './support/people';
import { expect, test } from './support/test';

test('a page with a code updates when a kiosk redeems it, even with network failures', {
  tag: '@phone',
}, async ({ page, visit, browser }) => {
  await visit('sparkle', '/logIn');
  await new LogIn(page).as(demoCustomer('sparkle'));
  await visit('sparkle', '/washes');
  await new Shop(page).buy('Glow');
  await new Shop(page).confirmTotal();
  await new Dialog(page, 'Success').press('Show my code');
  const shown = page.getByText(/^\d{4} \d{4} \d{4}$/);
  const code = (await shown.textContent()) ?? '';
  await expect(page.getByRole('img', { name: /^Code for/ })).toBeVisible();

  const wall = await browser.newContext({ viewport: { width: 800, height: 1280 } });
  const kiosk = new Kiosk(await wall.newPage());
  await kiosk.pair('sparkle', 'Lane 7');
  await expectAccessibleInBothSchemes(kiosk.page, 'the kiosk');
  await kiosk.type(code);
  await kiosk.expectScreen('Glow');
  await kiosk.press('Start wash');
  await expect(kiosk.page.getByRole('button', { name: 'Confirm wash' })).toBeVisible();
  await wall.setOffline(true);
  await kiosk.press('Confirm wash');
  await kiosk.expectScreen('Done');
  await expect(kiosk.page.getByText(/^Washes saved/)).toBeVisible();
  await expect(page.getByRole('img', { name: /^Code for/ })).toBeVisible();
  await wall.setOffline(false);
  await expect(kiosk.page.getByText(/^Washes saved/)).toBeHidden();

  await expect(page.getByRole('status').filter({ hasText: 'Used' })).toBeVisible();
  await expect(page.getByRole('img', { name: /^Code for/ })).toBeHidden();
  await page.getByRole('link', { name: 'Back to wallet' }).click();
  await expect(page).toHaveURL(/\/wallet$/);
  await page.goBack();
  await expect(page.getByText('Used', { exact: true })).toBeVisible();
  await kiosk.scan(code);
  await kiosk.expectScreen('Already used');
  await wall.close();
});

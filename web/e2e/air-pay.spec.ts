import { LogIn } from './pages/log-in';
import { expectAccessible } from './support/accessibility';
import { charge } from './support/kiosk';
import { demoCustomer } from './support/people';
import { expect, test } from './support/test';

test('a kiosk charges the card on file by the code on the screen', { tag: '@phone' }, async ({
  page,
  visit,
}) => {
  await visit('sparkle', '/logIn');
  await new LogIn(page).as(demoCustomer('sparkle'));
  await visit('sparkle', '/airPay');
  const shown = page.getByText(/^\d{4} \d{4} \d{4}$/);
  const code = (await shown.textContent()) ?? '';
  await expect(page.getByRole('img', { name: /^Code for/ })).toBeVisible();
  await expectAccessible(page, 'AirPAY');

  await charge('sparkle', code, 'Wash at the kiosk');
  await expect(page.getByRole('status').filter({ hasText: 'Used' })).toBeVisible();
  await visit('sparkle', '/purchaseHistory');
  await expect(page.getByText('Wash at the kiosk').first()).toBeVisible();
});

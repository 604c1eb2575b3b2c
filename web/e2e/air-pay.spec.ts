import { Kiosk } from './pages/kiosk';
import { LogIn } from './pages/log-in';
import { expectAccessible } from './support/accessibility';
import { demoCustomer } from './support/people';
import { expect, test } from './support/test';

test('AirPAY: a kiosk charges the card on file with the code on the screen', { tag: '@phone' }, async ({
  page,
  visit,
  browser,
}) => {
  const wall = await browser.newContext({ viewport: { width: 1024, height: 768 } });
  const kiosk = new Kiosk(await wall.newPage());
  await kiosk.open('sparkle');
  await visit('sparkle', '/logIn');
  await new LogIn(page).as(demoCustomer('sparkle'));
  await visit('sparkle', '/airPay');
  const shown = page.getByText(/^\d{4} \d{4} \d{4}$/);
  const code = (await shown.textContent()) ?? '';
  await expect(page.getByRole('img', { name: /^Code for/ })).toBeVisible();

  await expectAccessible(page, 'AirPAY');
  await kiosk.scan(code);
  await kiosk.expectScreen('Enter amount');
  await kiosk.type('700');
  await kiosk.page.getByRole('button', { name: /^Charge \$7\.\d\d$/ }).click();
  await expect(kiosk.page.getByRole('heading', { name: /^\$7\.\d\d paid$/, level: 1 })).toBeVisible();
  await kiosk.press('Complete sale');
  await kiosk.expectScreen('Paid');
  await expect(page.getByRole('status').filter({ hasText: 'Used' })).toBeVisible();
  await visit('sparkle', '/purchaseHistory');
  await expect(page.getByText('Car wash').first()).toBeVisible();
  await wall.close();
});

import { Dialog } from './pages/dialog';
import { LogIn } from './pages/log-in';
import { Shop } from './pages/shop';
import { dataDir, port } from './support/environment';
import { startPaystub } from './support/paystub';
import { demoCustomer } from './support/people';
import { startDemo } from './support/server';
import { expect, test } from './support/test';

// Separate server with a payment processor that can be stopped.
const own = { port: port + 3, dataDir: `${dataDir}-outage`, captcha: 'none' as const };
const paystub = { port: port + 4, log: `${own.dataDir}-paystub.log` };
const at = (path: string) => `http://sparkle.localhost:${own.port}${path}#mobile`;
let stopServer: () => Promise<void>;
let stopPaystub: () => Promise<void>;

test.beforeAll(async () => {
  stopPaystub = await startPaystub({ ...paystub, fresh: true });
  stopServer = await startDemo({ ...own, paystubUrl: `http://127.0.0.1:${paystub.port}` });
});
test.afterAll(async () => {
  await stopServer();
  await stopPaystub();
});

test('a cart survives an outage of the payment processor', async ({ page }) => {
  await page.goto(at('/logIn'));
  await new LogIn(page).as(demoCustomer('sparkle', own.dataDir));
  await page.goto(at('/washes'));
  const shop = new Shop(page);
  await shop.add('The Works');
  await shop.openCheckout();

  await stopPaystub();
  await shop.pay();
  await shop.confirmTotal();
  const refusal = new Dialog(page, 'Server Error');
  await expect(refusal.root).toContainText("We can't reach the payment processor. You weren't charged.");
  await refusal.press('Close');

  stopPaystub = await startPaystub(paystub);
  await shop.pay();
  await shop.confirmTotal();
  await expect(new Dialog(page, 'Success').root).toContainText('paid: ');
});

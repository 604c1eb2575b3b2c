import type { Page } from '@playwright/test';
import { CardForm } from './pages/card-form';
import { Dialog } from './pages/dialog';
import { Shop } from './pages/shop';
import { callServer } from './support/call-server';
import { expect, test } from './support/test';

const total = (page: Page) => page.getByRole('region', { name: 'Order summary' }).locator('dd').last();

/** Until an order is sent, quotes are a dollar lower than the server's: as if prices rose right before the press. */
async function raisePricesAtTheOrder(page: Page) {
  let raised = false;
  await page.route('**/api/v1/orders/quote', async (route) => {
    const asked = route.request();
    const answer = await callServer('sparkle.localhost', new URL(asked.url()).pathname, {
      method: asked.method(),
      headers: asked.headers(),
      body: asked.postData() ?? '',
    });
    const quote = JSON.parse(answer.body);
    if (!raised) quote.resultData.total -= 100;
    await route.fulfill({ status: answer.status, json: quote });
  });
  await page.route('**/api/v1/orders', (route) => {
    raised = true;
    return route.continue();
  });
}

test('a price increase before payment is shown first', async ({ page, visit, customerOf }) => {
  await customerOf('sparkle', { cart: ['The Works'] });
  await visit('sparkle', '/checkout');
  const shop = new Shop(page);
  await expect(total(page)).toHaveText(/\$\d/);
  const real = (await total(page).textContent()) ?? '';
  await raisePricesAtTheOrder(page);
  await page.reload();
  await expect(total(page)).toHaveText(/\$\d/);
  await expect(total(page)).not.toHaveText(real);

  await shop.pay();
  await new CardForm(page).save('4242 4242 4242 4242');
  await shop.confirmTotal();
  const refusal = new Dialog(page, 'Failed');
  await expect(refusal.root).toContainText("A price has changed. You weren't charged.");
  await refusal.press('Close');
  await expect(total(page)).toHaveText(real);

  await shop.pay();
  await expect(page.getByRole('dialog', { name: `Your total is ${real}` })).toBeVisible();
  await shop.confirmTotal();
  await new Dialog(page, 'Success').press('Show my code');
  await expect(page.getByRole('article', { name: 'The Works' })).toBeVisible();
});

import type { Page } from '@playwright/test';
import { CardForm } from './pages/card-form';
import { Dialog } from './pages/dialog';
import { Shop } from './pages/shop';
import { expectAccessibleInBothSchemes } from './support/accessibility';
import { expect, test } from './support/test';

/** An open payment is first looked up a minute after its order. */
const sweep = 90_000;

/** Pays with a card whose charge times out and is approved later. */
async function payInDoubt(page: Page, visit: (site: string, path: string) => Promise<void>) {
  await visit('sparkle', '/checkout');
  const shop = new Shop(page);
  await shop.pay();
  await new CardForm(page).save('4000 0000 0000 0127');
  await shop.confirmTotal();
  const notice = page.getByRole('status').filter({ hasText: "We're checking your payment" });

  await test.step('the cart is kept as it is', async () => {
    await expect(notice).toContainText("Don't pay again. We'll email you.");
    await expect(notice).toContainText(/Order \d{6}: The Works: \$\d+\.\d\d/);
    await expect(page.getByRole('button', { name: /^Checkout ·/ })).toBeDisabled();
    await expect(page.getByRole('button', { name: 'Empty Cart' })).toBeDisabled();
    await expect(page.getByRole('button', { name: 'Remove The Works' })).toBeDisabled();
    await expect(page.getByText('Failed')).toHaveCount(0);
    await expectAccessibleInBothSchemes(page, 'a payment in doubt');
  });
  await test.step('nothing is added to it, and it outlives a reload', async () => {
    await visit('sparkle', '/washes');
    await shop.add('Glow');
    await new Dialog(page, "We're checking your payment").press('Close');
    await visit('sparkle', '/checkout');
    await page.reload();
    await expect(notice).toBeVisible();
    await expect(page.getByRole('heading', { name: 'The Works' })).toBeVisible();
  });
}

test('an unknown payment locks the app’s cart', { tag: '@phone' }, async ({ page, visit, customerOf }) => {
  await customerOf('sparkle', { cart: ['The Works'] });
  await payInDoubt(page, visit);
});

// The rest takes time and is the same in the app.
test('an unknown payment locks the cart and is never called failed', { tag: '@desktop' }, async ({
  page,
  visit,
  customerOf,
}) => {
  test.setTimeout(180_000 + sweep);
  await customerOf('sparkle', { cart: ['The Works'] });
  await payInDoubt(page, visit);
  await test.step('once it is settled, the code is in the wallet and the cart is empty', async () => {
    const success = new Dialog(page, 'Success');
    await expect(success.root).toBeVisible({ timeout: sweep });
    await success.press('Show my code');
    await expect(page).toHaveURL(/\/wallet/);
    await expect(page.getByRole('article', { name: 'The Works' })).toBeVisible();
    await visit('sparkle', '/checkout');
    await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
  });
});

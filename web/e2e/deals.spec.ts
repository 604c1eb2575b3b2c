import { CardForm } from './pages/card-form';
import { Dialog } from './pages/dialog';
import { Shop } from './pages/shop';
import { enterAs, newCustomer } from './support/customers';
import { mailedReceipt } from './support/mail';
import { expect, test } from './support/test';

test('a deal and a promo code are claimed and discount the next purchase', {
  tag: '@phone',
}, async ({ page, visit }) => {
  const person = await newCustomer('sparkle');
  await enterAs(page, 'sparkle', person);
  await visit('sparkle', '/promocode');
  const deal = page.getByRole('listitem', { name: 'A Wash for the Neighbors' });
  await deal.getByRole('button', { name: 'Add to Wallet' }).click();
  await expect(page.getByText('Deal Added to your Wallet!')).toBeVisible();
  await expect(deal).toBeHidden();

  const field = page.getByLabel('Promo code', { exact: true });
  await field.fill('nothing');
  await page.getByRole('button', { name: 'Claim', exact: true }).click();
  await expect(page.getByText("This code isn't valid. Check it and try again.")).toBeVisible();
  await field.fill('welcome5');
  await page.getByRole('button', { name: 'Claim', exact: true }).click();
  await expect(page.getByText('Code Claimed: $5 Off Your Order Added to your Wallet!')).toBeVisible();

  await visit('sparkle', '/wallet');
  await expect(page.getByRole('link', { name: /\$5 Off Your Order/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /A Wash for the Neighbors/ })).toBeVisible();

  await visit('sparkle', '/washes?location=1&forced=true');
  const shop = new Shop(page);
  await shop.addFirst();
  await shop.openCheckout();
  const summary = page.getByRole('region', { name: 'Order summary' });
  await expect(summary.getByText('Discount: $5 Off Your Order')).toBeVisible();
  await expect(summary.getByText('-$5.00')).toBeVisible();
  await shop.pay();
  await new CardForm(page).save('4242 4242 4242 4242');
  await shop.confirmTotal();
  await new Dialog(page, 'Success').press('Show my code');
  await expect(page).toHaveURL(/\/wallet\/[^/#]+/);
  expect(await mailedReceipt(person.email)).toContain('Discount: -$5.00');
});

import { enterAs, newCustomer } from './support/customers';
import { expect, test } from './support/test';

test('a deal and a promo code are claimed and lie in the wallet', { tag: '@phone' }, async ({
  page,
  visit,
}) => {
  await enterAs(page, 'sparkle', await newCustomer('sparkle'));
  await visit('sparkle', '/promocode');
  const deal = page.getByRole('listitem', { name: 'A Wash for the Neighbors' });
  await deal.getByRole('button', { name: 'Add to Wallet' }).click();
  await expect(page.getByText('Deal Added to your Wallet!')).toBeVisible();
  await expect(deal).toBeHidden();

  const field = page.getByLabel('Promo code', { exact: true });
  await field.fill('nothing');
  await page.getByRole('button', { name: 'Claim', exact: true }).click();
  await expect(page.getByText('This code is not valid. Please check it.')).toBeVisible();
  await field.fill('welcome5');
  await page.getByRole('button', { name: 'Claim', exact: true }).click();
  await expect(page.getByText('Code Claimed: $5 Off Your Order Added to your Wallet!')).toBeVisible();

  await visit('sparkle', '/wallet');
  await expect(page.getByRole('link', { name: /\$5 Off Your Order/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /A Wash for the Neighbors/ })).toBeVisible();
});

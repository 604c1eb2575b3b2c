import { CardForm } from './pages/card-form';
import { Dialog } from './pages/dialog';
import { Shop } from './pages/shop';
import { expectAccessible } from './support/accessibility';
import { enterAs, newCustomer } from './support/customers';
import { stranger } from './support/people';
import { expect, test } from './support/test';

test('a customer buys a bundle and a gift wash, and the friend claims it', async ({
  page,
  context,
  visit,
  shell,
  customerOf,
}) => {
  await customerOf('sparkle');
  const friend = stranger().email;
  const shop = new Shop(page);

  await test.step('both are in the cart, the gift on its own', async () => {
    await visit('sparkle', shell.path.bundles);
    await shop.add('Splash 4-pack');
    await visit('sparkle', shell.path.washes);
    await shop.give('Glow', friend, 'Shine on, Bo.');
    await shop.openCheckout();
    await expect(page.getByRole('region', { name: 'Gifts' })).toContainText(friend);
    await expect(page.getByRole('region', { name: 'Gifts' }).getByLabel('Quantity')).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Bundles' })).toContainText('Splash 4-pack');
  });
  await test.step('an edited gift keeps what was said', async () => {
    await page.getByRole('button', { name: /^Edit gift/ }).click();
    const { root } = new Dialog(page, 'Gift: Glow');
    await expect(root.getByLabel(/^Message/)).toHaveValue('Shine on, Bo.');
    await expectAccessible(page, 'gift');
    await root.getByRole('button', { name: 'Save' }).click();
  });
  await shop.pay();
  await new CardForm(page).save('4242 4242 4242 4242');
  await shop.confirmTotal();
  await new Dialog(page, 'Success').press('Show my codes');

  await test.step('the wallet has the codes of the bundle and not the gift', async () => {
    const group = page.getByRole('region', { name: 'Splash' });
    await expect(group.getByTitle('4 in your wallet')).toBeVisible();
    await group.getByRole('button', { name: 'Show all 4' }).click();
    await expect(group.getByRole('link')).toHaveCount(4);
    await expect(page.getByText('Glow', { exact: true })).toHaveCount(0);
  });
  await test.step('the history says what was given to whom, and sends the receipt again', async () => {
    await visit('sparkle', '/purchaseHistory');
    await expect(page.getByText(`Gift for Bo, ${friend}`)).toBeVisible();
    await page.getByRole('button', { name: /^Resend to Email/ }).click();
    await expect(page.getByText('Email resent.')).toBeVisible();
  });
  await test.step('the friend signs up with that address and finds it', async () => {
    const person = await newCustomer('sparkle', { email: friend });
    const other = await context.browser()?.newContext();
    if (!other) throw new Error('no browser');
    const theirs = await other.newPage();
    await enterAs(theirs, 'sparkle', person);
    await theirs.goto(page.url().replace('purchaseHistory', 'wallet'));
    await expect(theirs.getByText('Gift from Ada', { exact: false })).toBeVisible();
    await theirs.getByRole('main').getByRole('link', { name: /Glow/ }).click();
    await expect(theirs.getByText('Shine on, Bo.')).toBeVisible();
    await other.close();
  });
});

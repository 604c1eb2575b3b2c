import { Account } from './pages/account';
import { expectBackCloses } from './pages/back';
import { Dialog } from './pages/dialog';
import { LogIn } from './pages/log-in';
import { Shop } from './pages/shop';
import { enterAsGuest } from './support/customers';
import { demoCustomer } from './support/people';
import { expect, test } from './support/test';

// The web shop shows its menu at all times.
test('back closes the menu, and leaves the page only when nothing is open', {
  tag: '@phone',
}, async ({ page, visit }) => {
  await enterAsGuest(page, 'sparkle');
  await visit('sparkle');
  const menu = page.getByRole('navigation', { name: 'Menu' });
  const button = page.getByRole('button', { name: 'Menu' });
  await button.click();
  await expectBackCloses(page, menu);
  await button.click();
  await menu.getByRole('link', { name: 'Privacy' }).click();
  await expect(page.getByRole('heading', { name: 'Privacy', level: 1 })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/localhost:\d+\/(?:#.*)?$/);
  await expect(menu).toHaveCount(0);
});

test('back closes a message, a question and a form one by one', { tag: '@phone' }, async ({
  page,
  visit,
  shell,
  customerOf,
}) => {
  await customerOf('sparkle', { cart: ['The Works'] });
  const shop = new Shop(page);
  await visit('sparkle', shell.path.washes);

  await page.getByRole('button', { name: 'Give Glow as a gift', exact: true }).click();
  await expectBackCloses(page, new Dialog(page, 'Gift: Glow').root);

  await shop.openCheckout();
  await page.getByRole('button', { name: 'Empty Cart' }).click();
  await expectBackCloses(page, new Dialog(page, 'Empty Cart').root);
  await expect(page.getByRole('heading', { name: 'Checkout', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Empty Cart' }).click();
  await new Dialog(page, 'Empty Cart').press('No');
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Buy Now: Glow' })).toBeVisible();
  await page.goForward();
  await expect(page.getByRole('heading', { name: 'Checkout', level: 1 })).toBeVisible();

  await visit('sparkle', shell.path.account);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expectBackCloses(page, page.getByRole('button', { name: 'Save', exact: true }));
  await page.getByRole('button', { name: 'Update Password' }).click();
  await expectBackCloses(page, new Dialog(page, 'Update Password').root);
  await expect(new Account(page).part('Account info')).toBeVisible();
});

test('back cancels a charge before confirmation and shows it on no other page', {
  tag: '@desktop',
}, async ({ page, visit }) => {
  await visit('sparkle', '/logIn');
  await new LogIn(page).as(demoCustomer('sparkle'));
  await visit('sparkle', '/washes');
  await new Shop(page).buy('Glow');
  await expectBackCloses(page, new Dialog(page, /^Your total is/).root);
  await new Shop(page).buy('Glow');
  await expect(new Dialog(page, /^Your total is/).root).toBeVisible();
  await page.evaluate(() => history.go(-2));
  await expect(page).not.toHaveURL(/washes/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

import { Dialog } from './pages/dialog';
import { Shop } from './pages/shop';
import { expectAccessible, expectAccessibleInBothSchemes, settled } from './support/accessibility';
import { enterAs, enterAsGuest } from './support/customers';
import { pagesForEverybody, pagesOfCustomers } from './support/paths';
import { demoCustomer } from './support/people';
import { expect, test } from './support/test';

const guest = ['/', '/washes', '/washClub', '/bundles', '/giftCards', '/shop/merch', '/findUs'];
const others = ['bluewave', 'tidal', 'foamco', 'northstar'];

const half = <T>(paths: T[]) => {
  const middle = Math.ceil(paths.length / 2);
  return [paths.slice(0, middle), paths.slice(middle)];
};

for (const [part, paths] of half(pagesForEverybody).entries()) {
  test(`public pages are accessible, light and dark (${part + 1})`, async ({ page, visit }) => {
    for (const path of paths) {
      await visit('sparkle', path);
      await expectAccessibleInBothSchemes(page, path);
    }
  });
}

for (const [part, paths] of half(pagesOfCustomers).entries()) {
  test(`customer pages are accessible, light and dark (${part + 1})`, async ({ page, visit }) => {
    await enterAs(page, 'sparkle', demoCustomer('sparkle'), ['The Works']);
    for (const path of paths) {
      await visit('sparkle', path);
      await expectAccessibleInBothSchemes(page, path);
    }
  });
}

for (const [part, paths] of half(guest).entries()) {
  test(`guest pages are accessible, light and dark (${part + 1})`, async ({ page, visit }) => {
    await enterAsGuest(page, 'sparkle');
    for (const path of paths) {
      await visit('sparkle', path);
      await expectAccessibleInBothSchemes(page, path);
    }
  });
}

test('the app menu is accessible, light and dark', { tag: '@phone' }, async ({ page, visit }) => {
  await enterAs(page, 'sparkle', demoCustomer('sparkle'));
  await visit('sparkle', '/washes');
  await page.getByRole('button', { name: 'Menu' }).click();
  await expectAccessibleInBothSchemes(page, 'the menu');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('shop dialogs are accessible, light and dark', async ({ page, visit }) => {
  await enterAs(page, 'sparkle', demoCustomer('sparkle'), ['The Works']);
  await visit('sparkle', '/washes');
  await page
    .getByRole('button', { name: /as a gift$/ })
    .first()
    .click();
  await expectAccessibleInBothSchemes(page, 'a gift');
  await new Dialog(page, /^Gift: /).press('Close');
  await visit('sparkle', '/checkout');
  await new Shop(page).pay();
  await expectAccessibleInBothSchemes(page, 'the question about the total');
  await new Dialog(page, /^Your total is/).press('No');
});

for (const site of others) {
  test(`the home page of ${site} is accessible, light and dark`, async ({ page, visit }) => {
    await visit(site);
    await expectAccessibleInBothSchemes(page, site);
  });
}

for (const site of ['foamco', 'northstar']) {
  test(`the account page of ${site} fits long location names`, async ({ page, visit }) => {
    await enterAs(page, site, demoCustomer(site));
    await visit(site, '/account');
    await expectAccessibleInBothSchemes(page, site);
  });
}

// Such a small window shows the app in every project.
test('all pages fit 320 px', { tag: '@phone' }, async ({ page, visit }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of ['/', '/signUp', '/logIn', '/Support', '/shop/bundles', '/shop/giftCards']) {
    await visit('bluewave', path);
    await settled(page);
    await expectAccessible(page, `${path} at 320 px`);
  }
});

test('login works with the keyboard only', async ({ page, visit }) => {
  await visit('sparkle', '/logIn');
  const { email, password } = demoCustomer('sparkle');
  await page.getByLabel('Email', { exact: true }).focus();
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(/logIn/);
});

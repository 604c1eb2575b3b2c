import { CardForm } from './pages/card-form';
import { Dialog } from './pages/dialog';
import { Shop } from './pages/shop';
import { expectAccessibleInBothSchemes } from './support/accessibility';
import { order } from './support/orders';
import { expect, test } from './support/test';

test('a purchase is found, and back returns to its list', async ({ page, visit, customerOf }) => {
  const person = await customerOf('sparkle', { cart: ['The Works'] });
  await visit('sparkle', '/checkout');
  const shop = new Shop(page);
  await shop.pay();
  await new CardForm(page).save('4242 4242 4242 4242');
  await shop.confirmTotal();
  await new Dialog(page, 'Success').press('Close');
  await order(
    'sparkle',
    person,
    Array.from({ length: 11 }, () => 'Glow'),
  );

  await visit('sparkle', '/purchaseHistory');
  const orders = page.getByRole('main').getByRole('heading', { level: 2 });
  const search = page.getByRole('searchbox', { name: 'Search purchases' });
  await expect(page.getByText('1–10 of 12')).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'purchases');

  await test.step('a search stands in the address, and survives a reload', async () => {
    await search.pressSequentially('works', { delay: 60 });
    await expect(orders).toHaveCount(1);
    await expect(page).toHaveURL(/\/purchaseHistory\?q=works(?:#mobile)?$/);
    await page.reload();
    await expect(search).toHaveValue('works');
    await expect(orders).toHaveCount(1);
  });
  await test.step("'nothing found' is not 'nothing yet'", async () => {
    await page.getByLabel('Show').selectOption('Refunded');
    await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible();
    await expectAccessibleInBothSchemes(page, 'no such purchase');
    await page.goBack();
    await expect(orders).toHaveCount(1);
  });
  await test.step('pages are turned by the keyboard alone', async () => {
    await page.getByRole('button', { name: 'Clear search' }).press('Enter');
    await expect(search).toBeFocused();
    await page.getByRole('link', { name: 'Next' }).press('Enter');
    await expect(page.getByText('11–12 of 12')).toBeFocused();
    await expect(page.getByText('11–12 of 12')).toBeInViewport();
    await expect(orders).toHaveCount(2);
  });
  await test.step("who comes back to it finds it as it was, and 'back' undoes a step at a time", async () => {
    await visit('sparkle', '/wallet');
    await page.goBack();
    await expect(orders).toHaveCount(2);
    await page.goBack();
    await expect(page.getByText('1–10 of 12')).toBeVisible();
  });
  await test.step('nothing is cut off where there is least room', async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBe(320);
  });
});

import { Shop } from './pages/shop';
import { expect, test } from './support/test';
import { swipeRight } from './support/touch';

test('swiping a cart line removes it; swiping elsewhere opens the menu', async ({
  page,
  visit,
  customerOf,
}) => {
  await customerOf('sparkle', { cart: ['The Works'] });
  await visit('sparkle', '/washes');
  const shop = new Shop(page);
  await shop.add('The Works');
  await shop.give('Glow', 'bo@example.com', 'Happy miles');
  await shop.openCheckout();
  const line = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  const menu = page.getByRole('dialog').getByRole('navigation', { name: 'Menu' });

  await swipeRight(page, line('The Works'), 0.4);
  await expect(line('The Works')).toBeVisible();
  await swipeRight(page, line('The Works'), 0.6);
  await expect(line('The Works')).toHaveCount(0);
  await swipeRight(page, line('Glow'), 0.6);
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
  await expect(menu).toHaveCount(0);

  const title = page.getByRole('heading', { name: 'Your cart is empty' });
  await swipeRight(page, title, 0.4);
  await expect(menu).toHaveCount(0);
  await swipeRight(page, title, 0.6);
  await menu.getByRole('button', { name: 'Close' }).click();
  await expect(menu).toHaveCount(0);
});

test('scrolling rows and sliders use swipes themselves', async ({ page, visit, customerOf }) => {
  await customerOf('sparkle');
  await visit('sparkle', '/washes');
  const menu = page.getByRole('dialog').getByRole('navigation', { name: 'Menu' });
  await swipeRight(page, page.getByRole('heading', { name: 'The Works' }), 0.7);
  await visit('sparkle', '/account');
  await swipeRight(page, page.getByText('Font Size'), 0.7);
  await expect(menu).toHaveCount(0);
});

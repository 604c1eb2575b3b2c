import { expect, test } from './support/test';

test('a language selected in the menu is kept', { tag: '@phone' }, async ({ page, visit }) => {
  await visit('sparkle');
  const root = page.locator('html');
  await expect(root).toHaveAttribute('lang', 'en-US');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Español' }).click();
  await expect(root).toHaveAttribute('lang', 'es-US');
  await page.reload();
  await page.getByRole('button', { name: 'Menú' }).click();
  await expect(page.getByRole('link', { name: 'Iniciar sesión' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'English' })).toBeVisible();
});

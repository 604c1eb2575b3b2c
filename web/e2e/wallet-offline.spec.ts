import { enterAs } from './support/customers';
import { order } from './support/orders';
import { demoCustomer } from './support/people';
import { expect, test } from './support/test';

test('a code is available offline until logout', { tag: '@phone' }, async ({ page, visit }) => {
  const customer = demoCustomer('sparkle');
  await order('sparkle', customer, ['Glow']);
  await enterAs(page, 'sparkle', customer);
  await visit('sparkle', '/wallet');
  const code = page.getByRole('link', { name: /Glow/ }).first();
  await expect(code).toBeVisible();

  await page.route('**/api/v1/**', (route) => route.abort());
  await page.reload();
  await expect(code).toBeVisible();
  await expect(page.getByText(/^As of \d/)).toBeVisible();
  await code.click();
  await expect(page.getByText(/^\d{4} \d{4} \d{4}$/)).toBeVisible();
  await expect(page.getByText(/^As of \d/)).toBeVisible();

  await visit('sparkle', '/logOut');
  await expect(page).not.toHaveURL(/logOut/);
  const kept = await page.evaluate(async () => {
    const opened = indexedDB.open('suds-wallet');
    const database = await new Promise<IDBDatabase>((resolve) => {
      opened.onsuccess = () => resolve(opened.result);
    });
    const asked = database.transaction('copies').objectStore('copies').count();
    return new Promise<number>((resolve) => {
      asked.onsuccess = () => resolve(asked.result);
    });
  });
  expect(kept).toBe(0);
});

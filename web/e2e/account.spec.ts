import { Account } from './pages/account';
import { expectAccessible } from './support/accessibility';
import { expect, test } from './support/test';

test.beforeEach(async ({ customerOf, visit }) => {
  await customerOf('sparkle');
  await visit('sparkle', '/account');
});

test('account: edited, and unchanged after cancel', async ({ page }) => {
  const info = new Account(page).part('Account info');
  await info.getByRole('button', { name: 'Edit' }).click();
  await expect(info.getByLabel('Email', { exact: true })).not.toBeEditable();
  await expect(info.getByLabel('Birth month', { exact: true })).not.toBeEditable();
  await expectAccessible(page, 'account form');
  await info.getByLabel('First name', { exact: true }).fill('Grace');
  await info.getByRole('button', { name: 'Cancel' }).click();
  await expect(info).toContainText("Ada O'Neil");

  await info.getByRole('button', { name: 'Edit' }).click();
  await info.getByLabel('First name', { exact: true }).fill('Grace7');
  await info.getByLabel('Cell phone number', { exact: true }).fill('6025550199');
  await info.getByLabel('Send me offers and news').click();
  await info.getByRole('button', { name: 'Save' }).click();
  await expect(info).toContainText("Grace O'Neil");
  await page.reload();
  await expect(info).toContainText('(602) 555-0199');
  await expect(info).toContainText('Yes');
});

test('account: a vehicle can be entered once', async ({ page }) => {
  const account = new Account(page);
  await account.addVehicle('ab-12 3c');
  await expect(account.part('Vehicle info')).toContainText('AB123C');
  await page.reload();
  await expect(account.part('Vehicle info')).toContainText('Volvo');
  await expect(account.part('Vehicle info').getByRole('button')).toHaveCount(0);
  await expectAccessible(page, 'vehicle');
});

test('account: options are saved', async ({ page }) => {
  const options = new Account(page).part('Options');
  await options.getByLabel('Default Location').selectOption({ index: 1 });
  await expect(page.getByText('Default location saved')).toBeVisible();
  await options.getByRole('slider', { name: 'Font Size' }).focus();
  for (let step = 0; step < 6; step += 1) await page.keyboard.press('ArrowRight');
  await expect(options.getByText('1.5', { exact: true })).toBeVisible();
  await expectAccessible(page, 'the largest text');
  await page.getByRole('button', { name: 'Reload App' }).click();
  await expect(options.getByText('1.5', { exact: true })).toBeVisible();
  await expect(options.getByLabel('Default Location')).not.toHaveValue('0');
});

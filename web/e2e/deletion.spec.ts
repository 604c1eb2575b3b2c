import { Account } from './pages/account';
import { Dialog } from './pages/dialog';
import { expectAccessible } from './support/accessibility';
import { expect, test } from './support/test';

test('an account is exported, then deleted after a password prompt', async ({ page, visit, customerOf }) => {
  const person = await customerOf('sparkle');
  await visit('sparkle', '/userManagement');

  await page.getByRole('button', { name: 'Delete Account' }).click();
  const { root } = new Dialog(page, 'Delete Account');
  await expect(root).toContainText('Your wash club ends now');
  await expect(root).toContainText('We remove your card');
  await expectAccessible(page, 'deletion');
  const download = page.waitForEvent('download');
  await root.getByRole('button', { name: 'Export my data first' }).click();
  expect((await download).suggestedFilename()).toBe('sparkle-account.zip');

  const account = new Account(page);
  await account.delete('Wrong&Word1');
  await expect(page.getByText('Incorrect password.')).toBeVisible();
  await account.delete(person.password);
  await new Dialog(page, 'Account deleted').press('Close');
  await expect(page).toHaveURL(/\/(?:#.*)?$/);

  await visit('sparkle', '/logIn');
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('main').getByRole('button', { name: 'Log In' }).click();
  await expect(page.getByRole('main').getByRole('alert').filter({ hasText: /\w/ })).toBeVisible();
  await expect(page).toHaveURL(/logIn/);
});

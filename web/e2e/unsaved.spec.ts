import { Account } from './pages/account';
import { Dialog } from './pages/dialog';
import { expectAccessibleInBothSchemes } from './support/accessibility';
import { expect, test } from './support/test';

test('leaving with unsaved input asks first', async ({ page, visit, shell, customerOf }) => {
  await customerOf('sparkle');
  const start = shell.path.washes;
  const account = shell.path.account;
  await visit('sparkle', start);
  await visit('sparkle', account);
  const info = new Account(page).part('Account info');
  const name = info.getByLabel('First name', { exact: true });
  const question = new Dialog(page, 'Leave without saving?');
  await info.getByRole('button', { name: 'Edit' }).click();
  await name.fill('Grace');

  await test.step("by 'back' out of the form", async () => {
    await page.goBack();
    await expectAccessibleInBothSchemes(page, 'unsaved input');
    await question.press('Stay');
    await expect(question.root).toHaveCount(0);
    await expect(name).toHaveValue('Grace');
  });

  await test.step("by 'back' out of the question", async () => {
    await page.goBack();
    await expect(question.root).toBeVisible();
    await page.goBack();
    await expect(question.root).toHaveCount(0);
    await expect(name).toHaveValue('Grace');
  });

  await test.step('by a link', async () => {
    await page.getByRole('link', { name: 'Privacy' }).first().click();
    await question.press('Stay');
    await expect(question.root).toHaveCount(0);
    expect(new URL(page.url()).pathname).toBe(account);
    await expect(name).toHaveValue('Grace');
  });

  await test.step('by a reload', async () => {
    const asked = page.waitForEvent('dialog');
    const reloaded = page.reload({ timeout: 2_000 }).catch(() => undefined);
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await reloaded;
    await expect(name).toHaveValue('Grace');
  });

  await test.step('and then leaves as far as they wanted to', async () => {
    await page.goBack();
    await question.press('Leave');
    await expect(question.root).toHaveCount(0);
    await expect(info).toContainText("Ada O'Neil");
    await page.goBack();
    await expect(page).toHaveURL(new RegExp(start));
  });
});

test('history navigation is blocked until confirmed', async ({ page, visit }) => {
  await visit('sparkle', '/logIn');
  await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).click();
  const name = page.getByLabel('First name', { exact: true });
  const question = new Dialog(page, 'Leave without saving?');
  await name.fill('Ada');
  await page.goBack();
  await question.press('Stay');
  await expect(question.root).toHaveCount(0);
  await expect(page).toHaveURL(/signUp/);
  await expect(name).toHaveValue('Ada');
  await page.goBack();
  await question.press('Leave');
  // Until the next page appears, the form is still there and asks again.
  await expect(name).toHaveCount(0);
  await expect(page).toHaveURL(/logIn/);
  await page.goForward();
  await expect(name).toHaveValue('');
});

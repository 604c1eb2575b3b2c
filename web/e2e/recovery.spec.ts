import { Account } from './pages/account';
import { Dialog } from './pages/dialog';
import { LogIn } from './pages/log-in';
import { Recovery } from './pages/recovery';
import { expectAccessibleInBothSchemes } from './support/accessibility';
import { newCustomer } from './support/customers';
import { origin } from './support/environment';
import { mailedLink } from './support/mail';
import { expect, test } from './support/test';

test('a forgotten password is reset through the emailed link', async ({ page, visit }) => {
  const person = await newCustomer('sparkle');
  await visit('sparkle', '/logIn');
  await new Recovery(page).askFor(person.email);
  const link = await mailedLink(person.email, 'passwordRecovery');
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Reset password', level: 2 })).toBeVisible();
  expect(page.url()).not.toContain('token');
  await expectAccessibleInBothSchemes(page, 'recovery');
  await new Recovery(page).choose('Rinse&Foam8');
  await expect(page).toHaveURL(/\/updated/);
  await page.goBack();
  expect(page.url()).not.toContain('token');

  await test.step('the link works once', async () => {
    await page.goto(link);
    await new Recovery(page).choose('Third&Time9');
    await expect(page.getByText("This link isn't valid. Request a new one.")).toBeVisible();
    await page.getByRole('link', { name: 'Request new link' }).click();
    await new Dialog(page, 'Forgot Password').press('Close');
  });
  await visit('sparkle', '/logIn');
  await new LogIn(page).as({ ...person, password: 'Rinse&Foam8' });

  await test.step('whoever is logged in has no use for a link', async () => {
    await page.goto(link);
    await expect(page).not.toHaveURL(/passwordRecovery/);
  });
});

test('changing the password ends other sessions', async ({ page, browser, shell, customerOf }) => {
  const person = await customerOf('sparkle');
  const account = `${origin('sparkle')}/account${shell.mark}`;

  const other = await (await browser.newContext()).newPage();
  await other.goto(`${origin('sparkle')}/logIn${shell.mark}`);
  await new LogIn(other).as(person);

  await page.goto(account);
  const mine = new Account(page);
  await mine.updatePassword('Wrong&Word1', 'Rinse&Foam8');
  await expect(page.getByText('Incorrect password.')).toBeVisible();
  await new Dialog(page, 'Update Password').press('Close');
  await mine.updatePassword(person.password, 'Rinse&Foam8');
  await new Dialog(page, 'Password updated!').press('Close');
  await page.reload();
  await expect(mine.part('Account info')).toContainText(person.email);

  await other.goto(account);
  await new Dialog(other, 'Logged Out').press('Close');
  await expect(other).toHaveURL(/logIn|\/(?:#.*)?$/);
  await other.context().close();
});

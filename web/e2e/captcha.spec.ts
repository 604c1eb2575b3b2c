import { Account } from './pages/account';
import { CardForm } from './pages/card-form';
import { Dialog } from './pages/dialog';
import { LogIn } from './pages/log-in';
import { SignUp } from './pages/sign-up';
import { expectAccessible, expectAccessibleInBothSchemes } from './support/accessibility';
import { dataDir, port } from './support/environment';
import { demoCustomer, stranger } from './support/people';
import { startDemo } from './support/server';
import { expect, test } from './support/test';

// The other tests talk to a server that asks nobody for a captcha; these have one of their own that does.
const second = { port: port + 1, dataDir: `${dataDir}-captcha`, captcha: 'altcha' as const };
const at = (path: string) => `http://sparkle.localhost:${second.port}${path}#mobile`;
let stop: () => Promise<void>;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  stop = await startDemo(second);
});
test.afterAll(() => stop());

test('a sign-up solves a puzzle while the form is filled in', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  // What keeps the widget's place comes with the form, the widget itself does not.
  const captchaCode = () =>
    asked.filter((path) => /captcha|widget|pbkdf2/.test(path) && !path.includes('/captcha-'));
  await page.goto(at('/signUp'));
  const person = stranger();
  const signUp = new SignUp(page);
  await expect(page.getByLabel('First Name', { exact: true })).toBeVisible();
  expect(captchaCode()).toEqual([]);
  await signUp.fill(person);
  await expect(page.getByRole('checkbox', { name: 'Verified' })).toBeChecked({ timeout: 30_000 });
  expect(captchaCode().length).toBeGreaterThan(2);
  await expectAccessibleInBothSchemes(page, 'the captcha');
  await signUp.submit();
  await new Dialog(page, 'Email Verification').press('Close');
});

test('after two failures a log-in needs one too', async ({ page }) => {
  await page.goto(at('/logIn'));
  const wrong = async () => {
    await page.getByLabel('Email', { exact: true }).fill('nobody@example.com');
    await page.getByLabel('Password', { exact: true }).fill('Wrong&Word1');
    await page.getByRole('main').getByRole('button', { name: 'Log In' }).click();
    await expect(page.getByRole('main').getByRole('alert').filter({ hasText: /\w/ })).toBeVisible();
  };
  await wrong();
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await page.reload();
  await wrong();
  await expect(page.getByRole('checkbox', { name: 'Verified' })).toBeChecked({ timeout: 30_000 });
  await expectAccessible(page, 'log-in with a captcha');
  await new LogIn(page).as(demoCustomer('sparkle', second.dataDir));
});

test('a card form costs one unseen', async ({ page }) => {
  await page.goto(at('/logIn'));
  // The device is new to the server, its address is not: it has failed before.
  await new LogIn(page).as(demoCustomer('sparkle', second.dataDir));
  await page.goto(at('/account'));
  await new Account(page).part('Payment info').getByRole('button', { name: 'Replace card' }).click();
  await new CardForm(page).cancel();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

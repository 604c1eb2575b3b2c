import { Account } from './pages/account';
import { CardForm } from './pages/card-form';
import { Dialog } from './pages/dialog';
import { LogIn } from './pages/log-in';
import { SignUp } from './pages/sign-up';
import { expectAccessible, expectAccessibleInBothSchemes } from './support/accessibility';
import { dataDir, port } from './support/environment';
import { demoCustomer, demoOwner, stranger } from './support/people';
import { startDemo } from './support/server';
import { expect, test } from './support/test';
import { turnstile } from './support/vendor-captcha';

// The other tests use a server without a captcha; these have a separate one with it.
const second = { port: port + 1, dataDir: `${dataDir}-captcha`, captcha: 'altcha' as const };
const at = (path: string) => `http://sparkle.localhost:${second.port}${path}#mobile`;
let stop: () => Promise<void>;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  stop = await startDemo(second);
});
test.afterAll(() => stop());

test('captcha: sign-up solves the puzzle while the form is filled in', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  // The widget's placeholder is loaded with the form, the widget itself isn't.
  const captchaCode = () =>
    asked.filter((path) => /captcha|widget|pbkdf2/.test(path) && !path.includes('/captcha-'));
  await page.goto(at('/signUp'));
  const person = stranger();
  const signUp = new SignUp(page);
  await expect(page.getByLabel('First name', { exact: true })).toBeVisible();
  expect(captchaCode()).toEqual([]);
  await signUp.fill(person);
  await expect(page.getByRole('checkbox', { name: 'Verified' })).toBeChecked({ timeout: 30_000 });
  expect(captchaCode().length).toBeGreaterThan(2);
  await expectAccessibleInBothSchemes(page, 'the captcha');
  await signUp.submit();
  await new Dialog(page, 'Email Verification').press('Close');
});

test('captcha: login requires it after two failures', async ({ page }) => {
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

test('captcha: the card form solves it invisibly', async ({ page }) => {
  await page.goto(at('/logIn'));
  // The device is new to the server, its address is not: it has failed before.
  await new LogIn(page).as(demoCustomer('sparkle', second.dataDir));
  await page.goto(at('/account'));
  await new Account(page).part('Payment info').getByRole('button', { name: 'Replace card' }).click();
  await new CardForm(page).cancel();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

const turnstileScript = 'https://challenges.cloudflare.com/**';
const office = (path: string) => `http://bluewave.localhost:${second.port}${path}`;

test('captcha: visitors see the provider an owner selects', async ({ page, browser }) => {
  await page.goto(office('/mmtpo/settings/captcha'));
  const owner = demoOwner('bluewave', second.dataDir);
  await new LogIn(page).as(owner);
  await expect(page.getByText('Browsers solve a small puzzle automatically.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Captcha' }).selectOption({ label: 'Cloudflare Turnstile' });
  await expect(page.getByText(office(''), { exact: true })).toBeVisible();
  await page.getByLabel('Environment').selectOption({ label: 'Test' });
  await page.getByLabel('Site key').fill('0x4AAA');
  await page.getByLabel('Secret key', { exact: true }).fill('nobody');
  await expectAccessibleInBothSchemes(page, 'the captcha of a vendor');
  await page.getByRole('button', { name: 'Test secret key' }).click();
  const asked = page.getByRole('dialog', { name: 'Enter your password' });
  await asked.getByLabel('Password', { exact: true }).fill(owner.password);
  await asked.getByRole('button', { name: 'Unlock' }).click();
  await new Dialog(page, 'Invalid secret key').press('Close');
  await page.getByLabel('Secret key', { exact: true }).fill('captcha-one');
  await page.getByRole('button', { name: 'Test secret key' }).click();
  await new Dialog(page, 'Secret key is valid').press('Close');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Site key')).toHaveValue('0x4AAA');
  await expect(page.getByLabel('Secret key', { exact: true })).toHaveValue('');

  const visitor = await browser.newContext({ locale: 'en-US' });
  const shop = await visitor.newPage();
  const asks: string[] = [];
  await shop.route(turnstileScript, (route) => {
    asks.push(route.request().url());
    return route.fulfill(turnstile('human'));
  });
  await shop.goto(`${office('/signUp')}#mobile`);
  await expect(shop.getByLabel('First name', { exact: true })).toBeVisible();
  expect(asks).toEqual([]);
  const signUp = new SignUp(shop);
  await signUp.fill(stranger());
  const box = shop.getByRole('checkbox', { name: 'I am human at 0x4AAA' });
  await expect(box).toBeVisible();
  await signUp.submit();
  await expect(shop.getByText("Confirm that you're human.")).toBeVisible();
  await box.check();
  await signUp.submit();
  await new Dialog(shop, 'Email Verification').press('Close');
  expect(asks).toHaveLength(1);
  await visitor.close();
});

test('captcha: the puzzle takes over if the provider or its script fails', async ({ browser }) => {
  for (const refused of [true, false]) {
    const visitor = await browser.newContext({ locale: 'en-US' });
    const shop = await visitor.newPage();
    await shop.route(turnstileScript, (route) =>
      refused ? route.fulfill(turnstile('robot')) : route.abort(),
    );
    await shop.goto(`${office('/signUp')}#mobile`);
    const signUp = new SignUp(shop);
    await signUp.fill(stranger());
    if (refused) await shop.getByRole('checkbox', { name: 'I am human at 0x4AAA' }).check();
    await signUp.submit();
    await new Dialog(shop, 'Email Verification').press('Close');
    await visitor.close();
  }
});

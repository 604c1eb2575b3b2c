import type { Page } from '@playwright/test';
import {
  addColleague,
  consoleOrigin,
  enterConsole,
  logInAsNewcomer,
  logInToConsole,
  unusedName,
} from './pages/console';
import { Dialog } from './pages/dialog';
import { expectAccessibleInBothSchemes } from './support/accessibility';
import { Authenticator } from './support/authenticator';
import { dataDir, port } from './support/environment';
import { demoStaff } from './support/people';
import { startDemo } from './support/server';
import { expect, test } from './support/test';

/** Returns what shows the codes, and the backup codes. */
async function addAuthenticator(page: Page, password: string) {
  await page.getByRole('button', { name: 'Add authenticator' }).click();
  const begin = page.getByRole('dialog', { name: 'Add authenticator' });
  await begin.getByLabel('Password', { exact: true }).fill(password);
  await begin.getByRole('button', { name: 'Continue' }).click();
  const confirm = page.getByRole('dialog', { name: 'Scan QR code' });
  const authenticator = new Authenticator((await confirm.locator('code').textContent()) ?? '');
  await confirm.getByLabel('Code', { exact: true }).fill(await authenticator.next());
  await confirm.getByRole('button', { name: 'Confirm' }).click();
  const codes = page.getByRole('dialog', { name: 'Backup codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  const kept = await codes.getByRole('listitem').allTextContents();
  await codes.getByRole('button', { name: "I've saved my codes" }).click();
  return { authenticator, kept };
}

const step = (page: Page) => page.getByRole('heading', { name: 'Two-factor authentication' });

async function enterCode(page: Page, code: string) {
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Log In' }).click();
}

test('two-factor: a staff member adds an authenticator, logs in with it, and an owner resets it', async ({
  page,
  browser,
}) => {
  await enterConsole(page, 'dev', '/staff');
  const added = await addColleague(page, `${unusedName('operator')}@provider.example`, 'operator');

  const context = await browser.newContext();
  const theirs = await context.newPage();
  await theirs.goto(`${consoleOrigin}/me`);
  const colleague = await logInAsNewcomer(theirs, 'dev', added);
  const { email, password } = colleague;
  const { authenticator, kept } = await addAuthenticator(theirs, password);
  await expect(theirs.getByText('You have 10 backup codes left.')).toBeVisible();
  await expectAccessibleInBothSchemes(theirs, 'an account with a second factor');
  await theirs.getByRole('button', { name: 'Log Out' }).click();

  await logInToConsole(theirs, 'dev', colleague);
  await expect(step(theirs)).toBeVisible();
  await expectAccessibleInBothSchemes(theirs, 'the second step of the console');
  await enterCode(theirs, '000000');
  await expect(theirs.getByText('This code is incorrect or was already used.').first()).toBeVisible();
  await enterCode(theirs, await authenticator.next());
  await expect(theirs.getByRole('button', { name: 'Log Out' })).toBeVisible();
  await theirs.getByRole('button', { name: 'Log Out' }).click();

  await logInToConsole(theirs, 'dev', colleague);
  await enterCode(theirs, kept[0] ?? '');
  await expect(theirs.getByRole('button', { name: 'Log Out' })).toBeVisible();
  await theirs.goto(`${consoleOrigin}/me`);
  await expect(theirs.getByText('You have 9 backup codes left.')).toBeVisible();
  // Staff without permission see no actions.
  await theirs.goto(`${consoleOrigin}/staff`);
  await expect(theirs.getByText(`${email} (you)`)).toBeVisible();
  await expect(theirs.getByRole('button', { name: /Reset 2FA/ })).toHaveCount(0);
  await theirs.getByRole('button', { name: 'Log Out' }).click();

  await page.reload();
  await expect(page.getByRole('row', { name: new RegExp(email) })).toContainText('On');
  await page.getByRole('button', { name: `Reset 2FA: ${email}` }).click();
  const ask = new Dialog(page, `Reset two-factor authentication for ${email}?`);
  await expect(ask.root).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'the question before a reset');
  await ask.root.getByLabel('Password', { exact: true }).fill(demoStaff('dev').password);
  await ask.press('Reset 2FA');
  await expect(page.getByText(`Two-factor authentication reset for ${email}`)).toBeVisible();
  await expect(page.getByRole('button', { name: `Reset 2FA: ${email}` })).toHaveCount(0);

  await logInToConsole(theirs, 'dev', colleague);
  await expect(theirs.getByRole('button', { name: 'Log Out' })).toBeVisible();
  await theirs.goto(`${consoleOrigin}/me`);
  await expect(theirs.getByText(/Add a second step/)).toBeVisible();
  await page.goto(`${consoleOrigin}/audit?act=staff.reset_second_factor`);
  const reset = page.getByRole('button', { name: 'Details: Two-factor authentication reset' });
  await expect(reset.first()).toBeVisible();
  await context.close();
});

test.describe('too many wrong passwords', () => {
  // Separate server, because others log in as the waiting owner.
  const own = { port: port + 15, dataDir: `${dataDir}-console-wait`, captcha: 'none' as const };
  let stopServer: () => Promise<void>;

  test.beforeAll(async () => {
    stopServer = await startDemo(own);
  });
  test.afterAll(() => stopServer());

  test('the login form shows the wait and then accepts the password', async ({ page }) => {
    await page.goto(`http://console.localhost:${own.port}/`);
    const owner = demoStaff('prod', own.dataDir);
    for (let wrong = 0; wrong < 5; wrong++) {
      await logInToConsole(page, 'prod', { ...owner, password: `Wrong-${wrong}` });
      await expect(page.getByText('Failed to log in.')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Log In' })).toBeEnabled();
    }
    const wait = page.getByText(/Try again in \d+ seconds?\./);
    await logInToConsole(page, 'prod', owner);
    await expect(wait).toBeVisible();
    const seconds = Number(/\d+/.exec((await wait.textContent()) ?? '')?.[0]);
    expect(seconds).toBeGreaterThan(0);
    await expectAccessibleInBothSchemes(page, 'the log-in that has to wait');
    await page.waitForTimeout(seconds * 1000);
    await logInToConsole(page, 'prod', owner);
    await expect(page.getByRole('button', { name: 'Log Out' })).toBeVisible();
  });
});

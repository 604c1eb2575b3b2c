import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { Dialog } from './pages/dialog';
import { LogIn } from './pages/log-in';
import { expectAccessibleInBothSchemes } from './support/accessibility';
import { Authenticator } from './support/authenticator';
import { dataDir, port } from './support/environment';
import { demoOwner } from './support/people';
import { startDemo } from './support/server';
import { expect, test } from './support/test';

// Separate server, because the owner's login needs a second factor from here on.
const own = { port: port + 14, dataDir: `${dataDir}-security`, captcha: 'none' as const };
const at = (path: string) => `http://sparkle.localhost:${own.port}${path}`;
let stopServer: () => Promise<void>;

test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  stopServer = await startDemo(own);
});
test.afterAll(() => stopServer());

/** Logs in where a code is asked for after the password. */
async function logInWith(page: Page, code: string) {
  const owner = demoOwner('sparkle', own.dataDir);
  await page.goto(at('/logIn?to=%2Fmmtpo%2Fsecurity'));
  await page.getByLabel('Email', { exact: true }).fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByRole('main').getByRole('button', { name: 'Log In' }).click();
  await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeVisible();
  await page.getByLabel('Code').fill(code);
  await page.getByRole('main').getByRole('button', { name: 'Log In' }).click();
}

test('security: an owner adds an authenticator, logs in with it and a backup code, and requires it for the team', async ({
  page,
  browser,
}) => {
  const owner = demoOwner('sparkle', own.dataDir);
  await page.goto(at('/mmtpo/security'));
  await new LogIn(page).as(owner);
  await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'security');
  await expect(page.getByRole('button', { name: 'Require for team' })).toBeDisabled();

  await page.getByRole('button', { name: 'Add authenticator' }).click();
  const begin = page.getByRole('dialog', { name: 'Add authenticator' });
  await begin.getByLabel('Password', { exact: true }).fill('Wrong-1234');
  await begin.getByRole('button', { name: 'Continue' }).click();
  await expect(begin.getByText('Incorrect password.').first()).toBeVisible();
  await begin.getByLabel('Password', { exact: true }).fill(owner.password);
  await begin.getByRole('button', { name: 'Continue' }).click();
  const confirm = page.getByRole('dialog', { name: 'Scan QR code' });
  const authenticator = new Authenticator((await confirm.locator('code').textContent()) ?? '');
  await expectAccessibleInBothSchemes(page, 'a new authenticator');
  await confirm.getByLabel('Code', { exact: true }).fill(await authenticator.next());
  await confirm.getByRole('button', { name: 'Confirm' }).click();

  const codes = page.getByRole('dialog', { name: 'Backup codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  await expectAccessibleInBothSchemes(page, 'recovery codes');
  const download = page.waitForEvent('download');
  await codes.getByRole('button', { name: 'Download codes' }).click();
  const saved = readFileSync(await (await download).path(), 'utf8')
    .trim()
    .split('\n');
  expect(saved).toHaveLength(10);
  await codes.getByRole('button', { name: "I've saved my codes" }).click();
  await expect(page.getByText('10 codes left')).toBeVisible();

  const demand = async () => {
    await page.getByRole('button', { name: 'Require for team' }).click();
    await new Dialog(page, 'Require two-factor authentication?').press('Require for team');
    await expect(page.getByText('Two-factor authentication is required for your team.')).toBeVisible();
  };
  await demand();
  // An unattended screen isn't enough to weaken it.
  await page.getByRole('button', { name: 'Make optional' }).click();
  const weaken = page.getByRole('dialog', { name: 'Make two-factor authentication optional?' });
  await weaken.getByLabel('Password', { exact: true }).fill('Wrong-1234');
  await weaken.getByRole('button', { name: 'Make optional' }).click();
  await expect(weaken.getByText('Incorrect Password')).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'the dialog to make it optional');
  await weaken.getByLabel('Password', { exact: true }).fill(owner.password);
  await weaken.getByRole('button', { name: 'Make optional' }).click();
  await expect(page.getByText('Two-factor authentication is optional for your team.')).toBeVisible();
  await demand();
  await expectAccessibleInBothSchemes(page, 'security with a second factor');
  await page.setViewportSize({ width: 320, height: 640 });
  await expectAccessibleInBothSchemes(page, 'security on a small phone');

  const other = await (await browser.newContext()).newPage();
  await logInWith(other, '000000');
  await expect(other.getByText('This code is incorrect or was already used.').first()).toBeVisible();
  await expectAccessibleInBothSchemes(other, 'the second step');
  await other.getByLabel('Code').fill(await authenticator.next());
  await other.getByRole('main').getByRole('button', { name: 'Log In' }).click();
  await expect(other.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible();

  const third = await (await browser.newContext()).newPage();
  await logInWith(third, saved[0] ?? '');
  await expect(third.getByText('9 codes left')).toBeVisible();

  await third.getByRole('button', { name: 'Remove: My phone' }).click();
  const remove = third.getByRole('dialog', { name: 'Remove My phone?' });
  await remove.getByLabel('Password', { exact: true }).fill(owner.password);
  await remove.getByRole('button', { name: 'Remove' }).click();
  await expect(
    third.getByText(
      'Your team requires two-factor authentication. Add a passkey or an authenticator to continue.',
    ),
  ).toBeVisible();
  await expect(remove).toBeHidden();
  // People without one see nothing else.
  await third.goto(at('/mmtpo/orders'));
  await expect(third.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible();
});

test('security: an owner adds a passkey, logs in with it and removes it', async ({ page, browser }) => {
  const owner = demoOwner('bluewave', own.dataDir);
  const address = (path: string) => at(path).replace('sparkle', 'bluewave');
  const context = await browser.newContext();
  const tab = await context.newPage();
  // An authenticator in the browser, as a laptop has one.
  const devtools = await context.newCDPSession(tab);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await tab.goto(address('/mmtpo/security'));
  await new LogIn(tab).as(owner);
  await tab.getByRole('button', { name: 'Add passkey' }).click();
  const dialog = tab.getByRole('dialog', { name: 'Add passkey' });
  await dialog.getByLabel('Password', { exact: true }).fill(owner.password);
  await expectAccessibleInBothSchemes(tab, 'a new passkey');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const codes = tab.getByRole('dialog', { name: 'Backup codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  await codes.getByRole('button', { name: "I've saved my codes" }).click();
  await expect(tab.getByRole('row', { name: /This device.*Passkey/ })).toBeVisible();
  await expectAccessibleInBothSchemes(tab, 'security with a passkey');

  // One that this device has already is not made twice.
  await tab.getByRole('button', { name: 'Add passkey' }).click();
  await dialog.getByLabel('Password', { exact: true }).fill(owner.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('This device already has a passkey for your account.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await tab.getByRole('link', { name: 'Log Out' }).click();
  await expect(tab).toHaveURL(/localhost:\d+\/(?:#mobile)?$/);
  await tab.goto(address('/logIn?to=%2Fmmtpo%2Fsecurity'));
  await tab.getByLabel('Email', { exact: true }).fill(owner.email);
  await tab.getByLabel('Password', { exact: true }).fill(owner.password);
  await tab.getByRole('main').getByRole('button', { name: 'Log In' }).click();
  const use = tab.getByRole('button', { name: 'Use passkey' });
  await expect(use).toBeVisible();
  await expectAccessibleInBothSchemes(tab, 'the second step with a passkey');
  await use.click();
  await expect(tab.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible();

  await tab.getByRole('button', { name: 'Remove: This device' }).click();
  const remove = tab.getByRole('dialog', { name: 'Remove This device?' });
  await remove.getByLabel('Password', { exact: true }).fill(owner.password);
  await remove.getByRole('button', { name: 'Remove' }).click();
  await expect(tab.getByText('This device removed')).toBeVisible();
  // The password alone does again.
  await page.goto(address('/mmtpo/security'));
  await new LogIn(page).as(owner);
  await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible();
});

test('security: the shop closes only with the password', async ({ page }) => {
  const owner = demoOwner('northstar', own.dataDir);
  const shop = (path: string) => at(path).replace('sparkle', 'northstar');
  await page.goto(shop('/mmtpo/settings/opening'));
  await new LogIn(page).as(owner);
  await page.getByRole('button', { name: 'Close shop' }).click();
  const close = page.getByRole('dialog', { name: 'Close the shop?' });
  await close.getByLabel('Password', { exact: true }).fill('Wrong-1234');
  await close.getByRole('button', { name: 'Close shop' }).click();
  await expect(close.getByText('Incorrect Password')).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'the dialog to close the shop');
  await close.getByLabel('Password', { exact: true }).fill(owner.password);
  await close.getByRole('button', { name: 'Close shop' }).click();
  await expect(page.getByText('Shop closed')).toBeVisible();
});

import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { Dialog } from './pages/dialog';
import { LogIn } from './pages/log-in';
import { expectAccessibleInBothSchemes } from './support/accessibility';
import { callServer } from './support/call-server';
import { dataDir, port } from './support/environment';
import { demoOwner } from './support/people';
import { startDemo } from './support/server';
import { expect, test } from './support/test';
import { googleMaps } from './support/vendor-maps';

// Separate server, because saved changes affect everyone on the site.
const own = { port: port + 10, dataDir: `${dataDir}-settings`, captcha: 'none' as const };
const at = (site: string, path: string) => `http://${site}.localhost:${own.port}${path}`;
let stopServer: () => Promise<void>;

test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  stopServer = await startDemo(own);
});
test.afterAll(() => stopServer());

async function enter(page: Page, site: string, path: string) {
  await page.goto(at(site, path));
  await new LogIn(page).intoBackOffice(demoOwner(site, own.dataDir));
}

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const settings = (page: Page) => page.getByRole('main').getByRole('link', { name: 'Settings', exact: true });

async function expectSaved(page: Page) {
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
}

/** Also on the smallest phone. */
async function expectFits(page: Page, where: string) {
  await expectAccessibleInBothSchemes(page, where);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectAccessibleInBothSchemes(page, `${where} on a small phone`);
  await page.setViewportSize({ width: 1440, height: 900 });
}

async function unlock(page: Page, site: string) {
  const dialog = page.getByRole('dialog', { name: 'Enter your password' });
  await dialog.getByLabel('Password', { exact: true }).fill(demoOwner(site, own.dataDir).password);
  await dialog.getByRole('button', { name: 'Unlock' }).click();
  await expect(dialog).toBeHidden();
}

test('settings: languages are selected and sorted', async ({ page }) => {
  await enter(page, 'bluewave', '/mmtpo/settings');
  await expectFits(page, 'settings');
  await page.getByRole('link', { name: /^Business details/ }).click();
  await expect(heading(page, 'Business details')).toBeVisible();

  await page.getByRole('checkbox', { name: 'English' }).uncheck();
  await page.keyboard.press('Tab');
  await expect(page.getByText('Select at least one language.')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Español' }).check();
  await expect(page.getByLabel('Default language')).toHaveValue('es-US');
  await page.getByRole('checkbox', { name: 'English' }).check();
  await page.getByLabel('Default language').selectOption({ label: 'Español' });
  await expectFits(page, 'languages');
  await save(page).click();
  await expectSaved(page);

  await settings(page).click();
  await page.getByRole('link', { name: /^Business details/ }).click();
  await expect(page.getByLabel('Default language')).toHaveValue('es-US');
  const visitor = await page.context().browser()?.newContext({ locale: 'de-DE' });
  const shop = await visitor?.newPage();
  await shop?.goto(at('bluewave', '/'));
  await expect(shop?.locator('html') ?? page.locator('nobody')).toHaveAttribute('lang', 'es-US');
  await visitor?.close();

  await page.goto(at('bluewave', '/mmtpo/settings/nothing'));
  await expect(heading(page, '404, Page Not Found.')).toBeVisible();
});

test('settings: tax rates by location and state', async ({ page }) => {
  await enter(page, 'sparkle', '/mmtpo/settings/taxes');
  const first = page
    .getByRole('region')
    .filter({ has: page.getByLabel(/^Washes and bundles/) })
    .first();
  const washes = first.getByLabel(/^Washes and bundles/);
  await washes.fill('120');
  await page.keyboard.press('Tab');
  await expect(page.getByText('Enter a rate from 0 to 100.')).toBeVisible();
  await washes.fill('10,25');
  await page.getByRole('button', { name: 'Add state' }).click();
  await page.getByLabel('State', { exact: true }).last().fill('or');
  await page
    .getByLabel(/^Rate \(%\)/)
    .last()
    .fill('1.5');
  await expectFits(page, 'taxes');
  await save(page).click();
  await expectSaved(page);
  await page.reload();
  await expect(washes).toHaveValue('10.25');
  await settings(page).click();
  await expect(page.getByRole('link', { name: /^Taxes/ })).toContainText('10.25%');
});

test('settings: credentials need the password; switching processors needs typed confirmation', async ({
  page,
}) => {
  await enter(page, 'sparkle', '/mmtpo/settings/payments');
  const token = page.getByLabel('API token', { exact: true });
  await expect(page.getByLabel('Store ID')).not.toHaveValue('');
  await expect(token).toHaveValue('');
  await expectFits(page, 'payments');
  await page.getByRole('button', { name: 'Test connection' }).click();
  const asked = page.getByRole('dialog', { name: 'Enter your password' });
  await asked.getByLabel('Password', { exact: true }).fill('Not-it-1');
  await asked.getByRole('button', { name: 'Unlock' }).click();
  await expect(asked.getByText('Incorrect Password')).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'the password, asked for again');
  await unlock(page, 'sparkle');
  await expect(page.getByRole('status').filter({ hasText: 'Credentials are valid' })).toBeVisible();

  await page.getByRole('combobox', { name: 'Processor' }).selectOption({ label: 'Worldpay' });
  await page.getByLabel('Account ID').fill('1013');
  await page.getByLabel('Account token', { exact: true }).fill('secret');
  await page.getByLabel('Acceptor ID').fill('3928');
  await page.getByLabel('Application ID').fill('15684');
  await save(page).click();
  const sure = page.getByRole('dialog', { name: /^Switch from Moneris/ });
  await expect(sure).toContainText('a card on file');
  await sure.getByLabel('Type Worldpay to confirm').fill('worldpay');
  await expectAccessibleInBothSchemes(page, 'leaving a processor');
  await sure.getByRole('button', { name: 'Switch processor' }).click();
  await expectSaved(page);
  await expect(page.getByRole('region', { name: 'Previous merchant accounts' })).toContainText('Moneris');
  await page.reload();
  await expect(page.getByLabel('Account ID')).toHaveValue('1013');
  await expect(page.getByLabel('Account token', { exact: true })).toHaveValue('');

  await settings(page).click();
  await expect(page.getByRole('link', { name: /^Payments/ })).toContainText('Worldpay');
  await page.getByRole('link', { name: /^Card terminal/ }).click();
  await page.getByLabel('Terminal ID').fill('P2P-0042');
  await expectFits(page, 'the payment terminal');
  await save(page).click();
  await expectSaved(page);
  await settings(page).click();
  await expect(page.getByRole('link', { name: /^Card terminal/ })).toContainText('P2P-0042');
});

test('settings: maps use the site’s own key', async ({ page, browser }) => {
  await enter(page, 'foamco', '/mmtpo/settings/maps?lang=en-CA');
  await expect(page.getByText(at('foamco', ''), { exact: true })).toBeVisible();
  const google = page.getByLabel(/^Google Maps key/);
  await google.fill('AIzaSy-0_x');
  await page.getByLabel(/^Apple MapKit JS token/).fill('no-token');
  await expectFits(page, 'maps');
  await save(page).click();
  await expect(page.getByText('Enter a MapKit JS token: three parts separated by dots.')).toBeVisible();
  await page.getByLabel(/^Apple MapKit JS token/).fill('');
  await save(page).click();
  await expectSaved(page);
  await page.reload();
  await expect(google).toHaveValue('AIzaSy-0_x');

  const visitor = await browser.newContext({ locale: 'en-US' });
  const shop = await visitor.newPage();
  const keys: (string | null)[] = [];
  await shop.route('https://maps.googleapis.com/**', (route) => {
    keys.push(new URL(route.request().url()).searchParams.get('key'));
    return route.fulfill(googleMaps);
  });
  await shop.goto(at('foamco', '/locations'));
  await expect(shop.locator('[data-google]')).toBeVisible();
  expect(keys).toEqual(['AIzaSy-0_x']);
  await visitor.close();

  await settings(page).click();
  await expect(page.getByRole('link', { name: /^Maps/ })).toContainText('Google');
});

test('settings: a captcha provider is turned on and off', async ({ page }) => {
  await enter(page, 'foamco', '/mmtpo/settings/captcha?lang=en-CA');
  await page.getByRole('combobox', { name: 'Captcha' }).selectOption({ label: 'hCaptcha' });
  await page.getByLabel('Site key').focus();
  await page.keyboard.press('Tab');
  await expect(page.getByText('Input is required.')).toBeVisible();
  await page.getByLabel('Site key').fill('10000000-ffff-ffff-ffff-000000000001');
  await page.getByLabel('Secret key', { exact: true }).fill('captcha-one');
  await expectFits(page, 'the captcha');
  await save(page).click();
  await unlock(page, 'foamco');
  await expectSaved(page);
  await settings(page).click();
  await expect(page.getByRole('link', { name: /^Captcha/ })).toContainText('hCaptcha');
  await page.getByRole('link', { name: /^Captcha/ }).click();
  await page.getByRole('combobox', { name: 'Captcha' }).selectOption({ label: 'Built-in' });
  await save(page).click();
  await expectSaved(page);
});

test('settings: an invalid Firebase key file is rejected, with a link to the configuration', async ({
  page,
}) => {
  await enter(page, 'foamco', '/mmtpo/settings/push?lang=en-CA');
  await expectFits(page, 'push messages');
  await page.getByLabel('Private key file').setInputFiles({
    name: 'key.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{}'),
  });
  await expect(page.getByText("This file isn't a service account key.")).toBeVisible();
  await new Dialog(page, 'Failed to upload').press('Close');
  await page.getByRole('link', { name: 'Edit configuration' }).click();
  await page.getByLabel(/^Project ID/).fill('foam-app');
  await save(page).click();
  await expect(page.getByText('Published', { exact: true })).toBeVisible();
  await page.goto(at('foamco', '/mmtpo/settings/push'));
  await expect(
    page.getByText('The private key and configuration are for different Firebase projects.'),
  ).toBeVisible();
  await expect(page.getByText('foam-app')).toBeVisible();
});

test('settings: the site config is edited as JSON after a password prompt', async ({ page }) => {
  await enter(page, 'tidal', '/mmtpo/theme');
  await page.getByRole('link', { name: 'Edit JSON' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Locked' })).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'the configuration, locked');
  await page.getByRole('main').getByRole('button', { name: 'Unlock' }).click();
  await unlock(page, 'tidal');
  const text = page.getByRole('textbox', { name: 'Configuration (JSON)' });
  await expect(text).toContainText('"companyName"');
  await expect(save(page)).toBeDisabled();
  await expectAccessibleInBothSchemes(page, 'the configuration as text');

  await text.fill('{ "companyName": ');
  await save(page).click();
  await expect(page.getByText('Config Error: Invalid Config.')).toBeVisible();
  await text.fill('{"companyName": "By Hand", "currency": "CAD", "has_ecom": "yes"}');
  await expect(page.locator('.cm-lintRange-error').first()).toBeVisible();
  await text.fill('{"companyName": "By Hand", "currency": "CAD", "ha');
  await page.keyboard.press('Control+Space');
  await expect(page.locator('.cm-tooltip-autocomplete')).toContainText('has_ecom');
  await text.fill('{"companyName": "By Hand", "currency": "CAD", "version": "9.0.0"}');
  await save(page).click();
  await expect(page.getByText(/version: schema version 9\.0\.0 is newer/)).toBeVisible();
  await text.fill('{"companyName": "By Hand", "currency": "CAD"}');
  await save(page).click();
  await expect(page.getByText('Published', { exact: true })).toBeVisible();
  await page.goto(at('tidal', '/mmtpo/theme'));
  await expect(page.getByLabel('Business name')).toHaveValue('By Hand');
});

test('settings: prices include tax when turned on', async ({ page, browser }) => {
  const visitor = await browser.newContext({ locale: 'en-US' });
  const shop = await visitor.newPage();
  await shop.goto(at('bluewave', '/shop/washes'));
  const dash = shop.getByRole('main');
  await expect(dash.getByText('$9', { exact: true })).toBeVisible();
  await expect(dash.getByText('plus $0.74 tax')).toBeVisible();

  await enter(page, 'bluewave', '/mmtpo/settings/taxes');
  const shown = page.getByRole('switch', { name: 'Prices include tax' });
  await expect(shown).not.toBeChecked();
  await expect(page.getByText('Enter prices and discounts with tax.')).toBeVisible();
  await shown.check();
  await save(page).click();
  const question = new Dialog(page, 'Include tax in prices?');
  await question.press('Cancel');
  await expect(shown).toBeChecked();
  await save(page).click();
  await question.press('Include tax');
  await expectSaved(page);
  await page.reload();
  await expect(shown).toBeChecked();

  await shop.reload();
  await expect(dash.getByText('$9.74', { exact: true })).toBeVisible();
  await expect(dash.getByText('includes $0.74 tax')).toBeVisible();

  // Customers pay the price entered here.
  await page.goto(at('bluewave', '/mmtpo/products'));
  await page.getByRole('link', { name: 'Dash', exact: true }).first().click();
  await expect(page.getByLabel('Price (with tax)')).toHaveValue('9.74');
  await page.getByLabel('Price (with tax)').fill('9.99');
  await save(page).click();
  await expectSaved(page);
  await shop.reload();
  await expect(dash.getByText('$9.99', { exact: true })).toBeVisible();
  await visitor.close();
});

test('settings: a click works even if the previous field shows an error', async ({ page }) => {
  await enter(page, 'tidal', '/mmtpo/settings/taxes');
  const washes = page.getByLabel(/^Washes and bundles/).first();
  await washes.fill('120');
  const states = page.getByLabel('State', { exact: true });
  const before = await states.count();
  const add = page.getByRole('button', { name: 'Add state' });
  const place = await add.boundingBox();
  if (!place) throw new Error('nothing to press');
  await page.mouse.move(place.x + place.width / 2, place.y + place.height / 2);
  await page.mouse.down();
  await page.mouse.up();
  await expect(states).toHaveCount(before + 1);
  await expect(page.getByText('Enter a rate from 0 to 100.')).toBeVisible();
});

test('settings: the subdomain is changed after a warning', async ({ page }) => {
  await enter(page, 'tidal', '/mmtpo/settings/subdomain');
  await expect(page.getByText(/who installed the app must reinstall it/)).toBeVisible();
  const name = page.getByLabel('Subdomain');
  await name.fill('Sparkle');
  await expect(name).toHaveValue('sparkle');
  await expectFits(page, 'the subdomain');
  await save(page).click();
  await new Dialog(page, `Move site to sparkle.localhost:${own.port}?`).press('Move site');
  await unlock(page, 'tidal');
  await new Dialog(page, 'Unable to Save new Subdomain').press('Close');
  await expect(page.getByText('This subdomain is already taken.')).toBeVisible();
  await expect(name).toHaveAccessibleDescription('This subdomain is already taken.');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(name).toBeFocused();
  await name.fill('tideline');
  await save(page).click();
  await new Dialog(page, `Move site to tideline.localhost:${own.port}?`).press('Move site');
  await expect(page).toHaveURL(/tideline\.localhost:\d+\/logIn/);
  await new LogIn(page).as(demoOwner('tidal', own.dataDir));
  await expect(heading(page, 'Subdomain')).toBeVisible();
  await page.goto(at('tidal', '/mmtpo/settings'));
  await expect(page).toHaveURL(/tideline\.localhost/);
});

test('settings: signing identities are saved and app projects downloaded', async ({ page }) => {
  await enter(page, 'sparkle', '/mmtpo/settings');
  await page.getByRole('link', { name: /^App packages.*No app signing yet/ }).click();
  await expect(heading(page, 'App packages')).toBeVisible();
  await expect(page.getByText(/These are projects, not finished apps\./)).toBeVisible();
  for (const [press, file] of [
    ['Download Xcode project', 'sparkle-ios.zip'],
    ['Download Android project', 'sparkle-android.zip'],
  ] as const) {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: press }).click();
    const taken = await download;
    expect(taken.suggestedFilename()).toBe(file);
    // Zip files start with this.
    expect(
      readFileSync(await taken.path())
        .subarray(0, 2)
        .toString(),
    ).toBe('PK');
  }

  const team = page.getByLabel(/^Apple team ID/);
  const fingerprints = page.getByLabel(/^Android certificate fingerprints/);
  await team.fill('abcde1234');
  await expect(team).toHaveValue('ABCDE1234');
  await fingerprints.fill('AB:CD');
  await page.keyboard.press('Tab');
  await expect(page.getByText('Enter 10 capital letters and digits.').first()).toBeVisible();
  await expect(page.getByText('Enter SHA-256 fingerprints with 32 hexadecimal pairs.').first()).toBeVisible();
  await expectFits(page, 'the apps for the stores');
  const fingerprint = Array.from({ length: 32 }, () => 'ab').join(':');
  await team.fill('ABCDE12345');
  await fingerprints.fill(`${fingerprint}\n`);
  await save(page).click();
  await expectSaved(page);
  await expect(fingerprints).toHaveValue(fingerprint.toUpperCase());
  const named = await callServer('sparkle.localhost', '/.well-known/assetlinks.json', { port: own.port });
  expect(named.body).toContain(fingerprint.toUpperCase());
  await settings(page).click();
  await expect(page.getByRole('link', { name: /^App packages.*iOS, Android/ })).toBeVisible();
});

import type { Page } from '@playwright/test';
import { enterConsole, openSite, ownSite, sure } from './pages/console';
import { Kiosk } from './pages/kiosk';
import { expectAccessibleInBothSchemes } from './support/accessibility';
import { origin } from './support/environment';
import { demoStaff } from './support/people';
import { importAgain, pairingCode, restoreBackup } from './support/sites';
import { expect, test } from './support/test';

const onHold = (page: Page) => page.getByRole('region', { name: 'On hold' });
const status = (page: Page, label: string) =>
  page.getByRole('region', { name: 'Site', exact: true }).getByText(label, { exact: true });

/** Acknowledges each difference, and releases the site. */
async function release(page: Page, subdomain: string) {
  const press = onHold(page).getByRole('button', { name: 'Release' });
  await expect(press).toBeDisabled();
  for (const box of await onHold(page).getByRole('checkbox').all()) await box.check();
  await expect(press).toBeEnabled();
  await sure(page, 'Release', `Release ${subdomain}?`);
  await expect(page.getByText(`${subdomain} released`)).toBeVisible();
  await expect(onHold(page)).toHaveCount(0);
  await expect(status(page, 'Live')).toBeVisible();
}

test('held sites: a restored site is released after each difference is acknowledged', async ({ page }) => {
  const subdomain = ownSite();
  const kiosk = new Kiosk(await page.context().newPage());
  await kiosk.pairWith(subdomain, pairingCode(subdomain));
  restoreBackup(subdomain);
  await enterConsole(page, 'demo');
  await openSite(page, subdomain);
  await expect(status(page, 'On hold')).toBeVisible();
  await expect(onHold(page).getByText(/^A backup was restored\./)).toBeVisible();
  await expect(onHold(page).getByText("Processor can't list transactions", { exact: true })).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'a held site');

  const shop = await page.context().newPage();
  const answer = await shop.goto(`${origin(subdomain)}/shop/washes`);
  expect(answer?.status()).toBe(503);
  expect(answer?.headers()['retry-after']).toBe('300');
  const away = shop.getByRole('heading', { name: /will be back soon$/, level: 2 });
  await expect(away).toBeVisible();
  await expectAccessibleInBothSchemes(shop, 'a held site, seen by a customer');

  // A code that could be one.
  await kiosk.scan('1234 5678 9015');
  await kiosk.expectScreen('Not in service');

  await release(page, subdomain);
  await shop.reload();
  await expect(shop.locator('#shell')).toBeVisible();
  await expect(away).toHaveCount(0);
});

test('held sites: staff log in through the back office', async ({ page }) => {
  const subdomain = ownSite();
  restoreBackup(subdomain);
  await page.goto(`${origin(subdomain)}/`);
  await page.getByRole('link', { name: 'Staff login' }).click();
  await expect(page).toHaveURL(`${origin(subdomain)}/logIn?to=%2Fmmtpo`);
  await expect(page.getByRole('main').getByRole('button', { name: 'Log In' })).toBeVisible();
});

test('held sites: a moved site is held at its source and its target', async ({ page }) => {
  const [subdomain, passphrase] = [ownSite(), 'three wet sponges'];
  await enterConsole(page, 'demo');
  await openSite(page, subdomain);
  await page.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: `Export ${subdomain}` });
  await dialog.getByLabel('Passphrase', { exact: true }).fill(passphrase);
  await dialog.getByLabel('Confirm passphrase').fill(passphrase);
  await dialog.getByLabel('Your password').fill(demoStaff('demo').password);
  await dialog.getByRole('switch', { name: /^Move site/ }).check();
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download' }).click();
  const archive = await download;
  await expect(status(page, 'Suspended')).toBeVisible();
  await expect(onHold(page).getByText(/^The site was exported to move/)).toBeVisible();

  await importAgain(subdomain, await archive.path(), passphrase);
  await openSite(page, subdomain);
  await expect(status(page, 'On hold')).toBeVisible();
  await expect(onHold(page).getByText(/^The site was imported\./)).toBeVisible();
  await release(page, subdomain);
});

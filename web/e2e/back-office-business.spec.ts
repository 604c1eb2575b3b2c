import type { Page } from '@playwright/test';
import { Dialog } from './pages/dialog';
import { LogIn } from './pages/log-in';
import { expectAccessibleInBothSchemes } from './support/accessibility';
import { dataDir, port } from './support/environment';
import { demoOwner } from './support/people';
import { startDemo } from './support/server';
import { expect, test } from './support/test';

// Separate server, because a site's region and seller affect everyone on it.
const own = { port: port + 41, dataDir: `${dataDir}-business`, captcha: 'none' as const };
const at = (site: string, path: string) => `http://${site}.localhost:${own.port}${path}`;
let stopServer: () => Promise<void>;

test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  stopServer = await startDemo(own);
});
test.afterAll(() => stopServer());

async function enter(page: Page, path: string) {
  await page.goto(at('sparkle', path));
  await new LogIn(page).intoBackOffice(demoOwner('sparkle', own.dataDir));
}

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).first();

test('business details: the seller appears below the policies and in structured data', async ({
  page,
}, info) => {
  await enter(page, '/mmtpo/settings/support');
  await expect(page).toHaveURL(/settings\/business$/);
  await page.getByLabel(/^Legal name/).fill('Sparkle Auto Spa LLC');
  await page.getByLabel(/^Address - /).fill('12 Main St');
  await page.getByLabel(/^City/).fill('Mesa');
  await page.getByLabel(/^State/).fill('AZ');
  await page.getByLabel(/^ZIP/).fill('85201');
  await page.getByLabel(/^Tax number/).fill('AZ 20-1234567');
  await page.getByLabel(/^Phone/).fill('call us');
  await save(page).click();
  await expect(page.getByText('Enter a valid phone number.').first()).toBeVisible();
  await page.getByLabel(/^Phone/).fill('602 555-0142');
  await save(page).click();
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'business details');
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
    [320, 640],
  ] as const) {
    await page.setViewportSize({ width, height });
    const beyond = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(beyond, `sideways scrolling at ${width}`).toBeLessThanOrEqual(0);
    await page.screenshot({ path: info.outputPath(`business-${width}.png`), fullPage: true });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(at('sparkle', '/termsAndConditions'));
  await expect(page.getByText('Tax number: AZ 20-1234567')).toBeVisible();
  await expect(page.getByText('Sparkle Auto Spa LLC')).toBeVisible();
  await page.screenshot({ path: info.outputPath('terms.png'), fullPage: true });
  await page.goto(at('sparkle', '/'));
  const data = await page.locator('script[type="application/ld+json"]').first().textContent();
  expect(data).toContain('"legalName":"Sparkle Auto Spa LLC"');
  expect(data).toContain('AZ 20-1234567');
});

test('business details: a new time zone says what follows before it is saved', async ({ page }, info) => {
  await enter(page, '/mmtpo/settings/business');
  const zone = page.getByLabel('Time zone');
  await expect(zone).toHaveValue('America/Phoenix');
  await zone.selectOption('America/New_York');
  await expect(page.getByText(/^Memberships renew.* at 2 a\.m\. in America\/New York\.$/)).toBeVisible();
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.screenshot({ path: info.outputPath('zone-dark.png'), fullPage: true });
  await save(page).click();
  await page.screenshot({ path: info.outputPath('zone-asked.png') });
  await new Dialog(page, 'Save business details?').press('Cancel');
  await page.reload();
  await expect(zone).toHaveValue('America/Phoenix');
  await zone.selectOption('America/New_York');
  await save(page).click();
  await new Dialog(page, 'Save business details?').press('Save');
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible();
  await page.reload();
  await expect(zone).toHaveValue('America/New_York');
});

test('business details: the currency stays after the first sale', async ({ page }) => {
  await enter(page, '/mmtpo/settings/business');
  const currency = page.getByLabel('Currency');
  await expect(currency).toHaveValue('USD');
  await expect(currency).toBeDisabled();
});

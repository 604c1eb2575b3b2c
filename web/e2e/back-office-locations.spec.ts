import type { Page } from '@playwright/test';
import { Dialog } from './pages/dialog';
import { LogIn } from './pages/log-in';
import { expectAccessible, expectAccessibleInBothSchemes } from './support/accessibility';
import { dataDir, port } from './support/environment';
import { demoOwner } from './support/people';
import { startDemo } from './support/server';
import { expect, test } from './support/test';

// A server of its own: where a merchant washes is seen by everybody.
const own = { port: port + 12, dataDir: `${dataDir}-locations`, captcha: 'none' as const };
const at = (site: string, path: string) => `http://${site}.localhost:${own.port}${path}`;
let stopServer: () => Promise<void>;

test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  stopServer = await startDemo(own);
});
test.afterAll(() => stopServer());

/** What somebody sees who looks for a car wash now. */
async function expectFound(page: Page, name: string, found: boolean) {
  const visitor = await page.context().browser()?.newPage();
  if (!visitor) throw new Error('there is no browser');
  await visitor.goto(at('sparkle', '/findUs'));
  await expect(visitor.getByRole('link', { name: /^Washes/ }).first()).toBeVisible();
  // In the list, in the choice of one, and on the map.
  const places = visitor.getByText(name, { exact: true });
  if (found) await expect(places.first()).toBeVisible();
  else await expect(places).toHaveCount(0);
  await visitor.close();
}

test('a location is added, changed, moved and archived, and customers see it', async ({ page }) => {
  const name = 'Superstition Springs';
  await page.goto(at('sparkle', '/mmtpo/locations'));
  await new LogIn(page).as(demoOwner('sparkle', own.dataDir));
  await expect(page.getByRole('link', { name: 'New location' })).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'locations');
  await page.getByRole('link', { name: 'New location' }).click();
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await expect(page.getByLabel('Latitude')).not.toHaveValue('');
  await expectAccessible(page, 'a new location');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('6555 E Southern Ave');
  await page.getByLabel('City', { exact: true }).fill('Mesa');
  await page.getByLabel('Latitude').fill('95');
  await page.getByLabel('Latitude').blur();
  await expect(page.getByText('Please enter degrees, such as 33.4484.')).toBeVisible();
  await page.getByRole('button', { name: 'Add days' }).click();
  await page.getByLabel('Opens').fill('7');
  await page.getByLabel('Opens').blur();
  await expect(page.getByText('Please enter a time, such as 07:00.')).toBeVisible();
  await expect(save).toBeDisabled();
  await page.getByLabel('Latitude').fill('33.39');
  await page.getByLabel('Opens').fill('07:00');
  await page.getByLabel('Washes and bundles').fill('8.3');
  await save.click();
  await expect(page.getByText('Saved')).toBeVisible();
  await expectFound(page, name, true);

  const names = page.getByRole('rowheader');
  const last = (await names.count()) - 1;
  await expect(names.nth(last)).toHaveText(name);
  await page.getByRole('button', { name: `Move up: ${name}` }).click();
  await expect(names.nth(last - 1)).toHaveText(name);

  await page.getByRole('link', { name, exact: true }).click();
  await expect(page.getByLabel('Washes and bundles')).toHaveValue('8.3');
  await page.getByLabel('City', { exact: true }).fill('Gilbert');
  await save.click();
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('Gilbert');

  await page.getByRole('button', { name: `Archive: ${name}` }).click();
  await new Dialog(page, `Archive ${name}?`).press('Archive');
  await expect(page.getByText(`${name} is archived.`)).toBeVisible();
  await expectFound(page, name, false);
  await page.getByRole('button', { name: `Bring back: ${name}` }).click();
  await expectFound(page, name, true);
});

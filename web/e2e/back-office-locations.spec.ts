import type { Page } from '@playwright/test';
import { Dialog } from './pages/dialog';
import { LogIn } from './pages/log-in';
import { expectAccessible, expectAccessibleInBothSchemes } from './support/accessibility';
import { csvLine } from './support/csv-line';
import { dataDir, port } from './support/environment';
import { demoOwner } from './support/people';
import { startDemo } from './support/server';
import { expect, test } from './support/test';

// Own server, because all customers see a merchant's locations.
const own = { port: port + 12, dataDir: `${dataDir}-locations`, captcha: 'none' as const };
const at = (site: string, path: string) => `http://${site}.localhost:${own.port}${path}`;
let stopServer: () => Promise<void>;

test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  stopServer = await startDemo(own);
});
test.afterAll(() => stopServer());

/** Locations shown to someone looking for a car wash. */
async function expectFound(page: Page, name: string, found: boolean, arrivalNote?: string) {
  const visitor = await page.context().browser()?.newPage();
  if (!visitor) throw new Error('there is no browser');
  await visitor.goto(at('sparkle', '/findUs'));
  await expect(visitor.getByRole('link', { name: /^Washes/ }).first()).toBeVisible();
  // In the list, in the choice of one, and on the map.
  const places = visitor.getByText(name, { exact: true });
  if (found) await expect(places.first()).toBeVisible();
  else await expect(places).toHaveCount(0);
  if (arrivalNote) await expect(visitor.getByText(arrivalNote)).toBeVisible();
  await visitor.close();
}

test('locations: added, edited, moved and archived, visible to customers', async ({ page }) => {
  const name = 'Superstition Springs';
  await page.goto(at('sparkle', '/mmtpo/locations'));
  await new LogIn(page).as(demoOwner('sparkle', own.dataDir));
  await expect(page.getByRole('link', { name: 'Add location' })).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'locations');
  await page.getByRole('link', { name: 'Add location' }).click();
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await expect(page.getByLabel('Latitude')).toHaveValue('');
  await expectAccessible(page, 'a new location');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('6555 E Southern Ave');
  await page.getByLabel('City', { exact: true }).fill('Mesa');
  await page.getByLabel('Arrival note').fill('Enter from Power Road');
  await page.getByLabel('Latitude').fill('95');
  await page.getByLabel('Latitude').blur();
  await expect(page.getByText('Enter decimal degrees, such as 33.4484.')).toBeVisible();
  // Hours of the other locations are suggested, in two rows.
  await page.getByRole('button', { name: 'Remove this row' }).last().click();
  await page.getByLabel('Opening time').fill('late');
  await page.getByLabel('Opening time').blur();
  await expect(page.getByText(/^Enter a time, such as 7:00\sAM\.$/)).toBeVisible();
  await page.getByLabel('Latitude').fill('33.39');
  await page.getByLabel('Longitude').fill('-111.68');
  await page.getByLabel('Opening time').fill('7am');
  await page.getByLabel('Closing time').fill('12am');
  await page.getByRole('checkbox', { name: 'Sunday' }).uncheck();
  await page.getByLabel('Washes and bundles').fill('8.3');
  await save.click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expectFound(page, name, true, 'Enter from Power Road');

  const names = page.getByRole('rowheader');
  const last = (await names.count()) - 1;
  await expect(names.nth(last)).toHaveText(name);
  await page.getByRole('button', { name: `Move up: ${name}` }).click();
  await expect(names.nth(last - 1)).toHaveText(name);

  await page.getByRole('link', { name, exact: true }).click();
  await expect(page.getByLabel('Washes and bundles')).toHaveValue('8.3');
  await expect(page.getByLabel('Merchandise')).toHaveValue('8.3');
  await expect(page.getByText('Closed: Sunday')).toBeVisible();
  await page.getByLabel('City', { exact: true }).fill('Gilbert');
  await save.click();
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('Gilbert');

  await page.getByRole('button', { name: `Archive: ${name}` }).click();
  await new Dialog(page, `Archive ${name}?`).press('Archive');
  await expect(page.getByText(`${name} archived`)).toBeVisible();
  await expectFound(page, name, false);
  await page.getByRole('link', { name: 'Archived', exact: true }).click();
  await page.getByRole('button', { name: `Unarchive: ${name}` }).click();
  await expectFound(page, name, true);
});

test('locations: exported, edited and imported as CSV', async ({ page }) => {
  await page.goto(at('bluewave', '/mmtpo/locations'));
  await new LogIn(page).as(demoOwner('bluewave', own.dataDir));
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Export \d+ rows? as CSV$/ }).click();
  const file = await (await download).createReadStream();
  const table = Buffer.concat(await file.toArray()).toString('utf8');
  expect(table).toMatch(/^locationId,version,name,address1/);
  const count = table.trim().split('\r\n').length - 1;

  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = new Dialog(page, 'Import locations').root;
  const bring = (text: string) =>
    dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'locations.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  const go = dialog.getByRole('button', { name: 'Import' });

  await bring(table);
  await expect(dialog.getByText(`0 new, 0 updated, ${count} unchanged`)).toBeVisible();
  await expect(go).toBeDisabled();
  await bring(table.replace(/^\d+,/m, '99999,'));
  await expect(dialog.getByText('Line 2, locationId')).toBeVisible();
  await expect(go).toBeDisabled();
  await expectAccessible(page, 'an import of locations');

  const added = csvLine(table, {
    name: 'Harbor Lights',
    address1: '1 Pier Rd',
    city: 'Mesa',
    state: 'AZ',
    zip: '85201',
    arrivalNote: 'Enter from Oak Street',
    latitude: '33.41',
    longitude: '-111.83',
    hours: 'Mon–Fri 07:00-21:30',
    washTax: '8.25',
  });
  await bring(`${table.trim()}\r\n${added}\r\n`);
  await expect(dialog.getByText(`1 new, 0 updated, ${count} unchanged`)).toBeVisible();
  await go.click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('link', { name: 'Harbor Lights', exact: true }).click();
  await expect(page.getByLabel('Washes and bundles')).toHaveValue('8.25');
  await expect(page.getByLabel('Arrival note')).toHaveValue('Enter from Oak Street');
  await expect(page.getByLabel('Opening time')).toHaveValue(/^7:00\sAM$/);
});

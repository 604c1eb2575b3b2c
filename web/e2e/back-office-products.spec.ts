import type { Page } from '@playwright/test';
import { Dialog } from './pages/dialog';
import { LogIn } from './pages/log-in';
import { Shop } from './pages/shop';
import { expectAccessible, expectAccessibleInBothSchemes } from './support/accessibility';
import { dataDir, port } from './support/environment';
import { demoCustomer, demoOwner, demoTerminalKey } from './support/people';
import { startDemo } from './support/server';
import { expect, test } from './support/test';

// Separate server, because sales here are visible to everyone.
const own = { port: port + 11, dataDir: `${dataDir}-products`, captcha: 'none' as const };
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

/** Another shopper with a separate browser. */
async function shopper(page: Page, site: string, path: string): Promise<Page> {
  const context = await page.context().browser()?.newContext({ locale: 'en-US' });
  if (!context) throw new Error('there is no browser');
  const other = await context.newPage();
  await other.goto(at(site, '/logIn'));
  await new LogIn(other).as(demoCustomer(site, own.dataDir));
  await other.goto(at(site, path));
  return other;
}

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const picture = {
  name: 'foam.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 5"><rect width="8" height="5" fill="#1e90ff"/></svg>',
  ),
};

test('products: a wash with an image is available when saved and gone when archived', async ({ page }) => {
  const name = 'Midnight Foam';
  await enter(page, 'sparkle', '/mmtpo/products');
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'products');
  await page.getByRole('link', { name: 'Add product' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Add product' })).toBeVisible();
  await expectAccessible(page, 'a new product');

  await test.step('what is missing is asked for', async () => {
    await page.getByLabel('Price (before tax)').fill('much');
    await page.getByLabel('Price (before tax)').blur();
    await expect(page.getByText('Must only include numbers').first()).toBeVisible();
    await page.getByLabel('Price (before tax)').fill('1.234');
    await expect(page.getByText('Please enter a valid amount.').first()).toBeVisible();
  });
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Price (before tax)').fill('17.50');
  await page.getByLabel(/^What's included/).fill('Foam\nMoonlight');
  await page
    .getByRole('group', { name: 'Image', exact: true })
    .getByRole('button', { name: 'Select' })
    .click();
  await page.getByLabel(/Drop a file here/).setInputFiles(picture);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await save(page).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();

  const customer = await shopper(page, 'sparkle', '/washes?location=0');
  await test.step('a customer sees it and puts it into the cart', async () => {
    const card = customer.getByRole('listitem').filter({ has: customer.getByRole('heading', { name }) });
    await expect(card).toContainText('Moonlight');
    await expect(card.locator('img')).toHaveAttribute('src', /^\/uploads\//);
    await new Shop(customer).add(name);
  });

  await test.step('a change that others have made is not overwritten', async () => {
    await page.getByRole('searchbox').fill(name);
    await expect(page.getByText('1 result')).toBeVisible();
    await page.getByRole('link', { name, exact: true }).click();
    await expect(page.getByLabel('Price (before tax)')).toHaveValue('17.50');
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByLabel('Price (before tax)').fill('18');
    await save(other).click();
    await expect(other.getByText('Saved', { exact: true })).toBeVisible();
    await other.close();
    await page.getByLabel('Price (before tax)').fill('19');
    await save(page).click();
    await expect(page.getByText('Someone else changed this.')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await new Dialog(page, 'Leave without saving?').press('Leave');
  });

  await page.getByRole('searchbox').fill(name);
  await page.getByRole('button', { name: `Archive: ${name}` }).click();
  await new Dialog(page, `Archive ${name}?`).press('Archive');
  await expect(page.getByText(`${name} archived`)).toBeVisible();

  await test.step('it is gone from the shop, and who has it in the cart is told', async () => {
    await customer.goto(at('sparkle', '/checkout'));
    await expect(customer.getByText('This is no longer for sale.').first()).toBeVisible();
    await customer.goto(at('sparkle', '/washes?location=0'));
    await expect(customer.getByRole('heading', { name: 'The Works' })).toBeVisible();
    await expect(customer.getByRole('heading', { name })).toHaveCount(0);
  });
  await page.getByRole('link', { name: 'Archived', exact: true }).click();
  await page.getByRole('button', { name: `Unarchive: ${name}` }).click();
  await expect(page.getByText('Product unarchived')).toBeVisible();
  await customer.reload();
  await expect(customer.getByRole('heading', { name })).toBeVisible();
  await customer.context().close();
});

test('products: archived in bulk, and duplicated', async ({ page }) => {
  await enter(page, 'foamco', '/mmtpo/products?lang=en-CA');
  const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/ });
  await expect(boxes.first()).toBeVisible();
  const count = await boxes.count();
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  const chosen = page.getByRole('group', { name: 'Selection' });
  await expect(chosen).toContainText('2 selected');
  await expectAccessible(page, 'chosen products');
  await chosen.getByRole('button', { name: 'Archive' }).click();
  await new Dialog(page, 'Archive 2 products?').press('Archive');
  await expect(page.getByText('2 products archived')).toBeVisible();
  await page.getByRole('link', { name: 'Archived', exact: true }).click();
  await expect(page.getByText('2 results')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await chosen.getByRole('button', { name: 'Unarchive' }).click();
  await expect(page.getByText('No archived products')).toBeVisible();
  await page.goBack();
  await expect(boxes).toHaveCount(count);

  const link = page.getByRole('link', { name: /^Duplicate: / }).first();
  await link.click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('');
  await expect(page.getByLabel(/^Price/)).not.toHaveValue('');
});

test('products: exported, edited and imported as CSV', async ({ page }) => {
  await enter(page, 'bluewave', '/mmtpo/products?type=AppWash');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Export \d+ rows as CSV$/ }).click();
  const file = await (await download).createReadStream();
  const table = Buffer.concat(await file.toArray()).toString('utf8');
  const [head = '', first = ''] = table.split('\r\n');
  expect(head).toMatch(/^productId,version,productType,name,price/);

  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = new Dialog(page, 'Import products').root;
  const bring = (text: string) =>
    dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'products.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  const go = dialog.getByRole('button', { name: 'Import' });

  await bring(`${head}\r\n${first.replace(/^\d+/, '99999')}\r\n`);
  await expect(dialog.getByText('1 error. Nothing was imported.')).toBeVisible();
  await expect(dialog.getByText('Line 2, productId')).toBeVisible();
  await expect(go).toBeDisabled();
  await expectAccessible(page, 'an import');

  await bring('productType,name,price,details\nAppWash,"=Tidal, twice",21.50,"Salt\nSun"\n');
  await expect(dialog.getByText('1 new, 0 updated, 0 unchanged')).toBeVisible();
  await go.click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('link', { name: '=Tidal, twice', exact: true })).toBeVisible();
});

test('products: a bundle names its wash to customer, kiosk and team, and is deleted only before its first sale', async ({
  page,
}) => {
  const name = 'Two for the road';
  await enter(page, 'sparkle', '/mmtpo/products/new');
  await page.getByLabel('Type').selectOption('AppBundle');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Price (before tax)').fill('20');
  await page.getByLabel('Number of codes').fill('2');
  await page.getByRole('group', { name: 'Included washes' }).getByLabel('Splash', { exact: true }).check();
  await expectAccessible(page, 'included washes');
  await save(page).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.getByRole('searchbox').fill(name);
  await expect(page.getByText('1 result')).toBeVisible();
  await page.getByRole('link', { name: `Duplicate: ${name}` }).click();
  await page.getByLabel('Name', { exact: true }).fill(`${name} again`);
  await expect(page.getByLabel('Splash', { exact: true })).toBeChecked();
  await save(page).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();

  const customer = await shopper(page, 'sparkle', '/bundles?location=0');
  const card = customer
    .getByRole('listitem')
    .filter({ has: customer.getByRole('heading', { name, exact: true }) });
  await expect(card).toContainText('Includes Splash');
  const shop = new Shop(customer);
  await shop.buy(name);
  await shop.confirmTotal();
  await new Dialog(customer, 'Success').press('Show my codes');
  const group = customer.getByRole('region', { name });
  await group.getByRole('link').first().click();
  const pass = customer.getByRole('article', { name });
  await expect(pass.getByText('Splash', { exact: true })).toBeVisible();
  const code = (await pass.getByText(/^\d{4} \d{4} \d{4}$/).textContent()) ?? '';

  await test.step('the kiosk shows the wash', async () => {
    const terminal = {
      terminalId: 'demo',
      terminalKey: demoTerminalKey('sparkle', own.dataDir),
      keptAt: Date.now(),
    };
    const kiosk = await customer.context().newPage();
    await kiosk.addInitScript(
      (text) => localStorage.setItem('suds:terminal', text),
      JSON.stringify(terminal),
    );
    await kiosk.goto(at('sparkle', '/kiosk'));
    await expect(kiosk.getByRole('heading', { name: 'Scan your code', level: 1 })).toBeVisible();
    await kiosk.keyboard.type(code.replaceAll(' ', ''));
    await kiosk.keyboard.press('Enter');
    await expect(kiosk.getByRole('heading', { name, level: 1 })).toBeVisible();
    await expect(kiosk.getByText(/Splash/)).toBeVisible();
    await kiosk.close();
  });
  await customer.context().close();

  await test.step('the one that was sold offers no deletion', async () => {
    await page.getByRole('searchbox').fill(name);
    await expect(page.getByText('2 results')).toBeVisible();
    await expect(page.getByRole('button', { name: `Archive: ${name}`, exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: `Delete: ${name}`, exact: true })).toHaveCount(0);
  });

  await test.step('the other is deleted in another tab, and this one says so', async () => {
    const remove = async (tab: Page) => {
      await tab.getByRole('button', { name: `Delete: ${name} again` }).click();
      await new Dialog(tab, `Delete ${name} again?`).press('Delete');
    };
    const other = await page.context().newPage();
    await other.goto(page.url());
    await remove(other);
    await expect(other.getByText(`${name} again deleted`)).toBeVisible();
    await remove(page);
    const refusal = page
      .getByRole('alertdialog')
      .filter({ hasText: "We couldn't find this. It may have been changed or deleted." });
    await refusal.getByRole('button').click();
    await expect(page.getByText('1 result')).toBeVisible();
  });
});

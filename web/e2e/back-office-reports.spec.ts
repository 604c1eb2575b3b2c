import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { LogIn } from './pages/log-in';
import { expectAccessible, expectAccessibleInBothSchemes } from './support/accessibility';
import { binary, dataDir, port } from './support/environment';
import { demoOwner } from './support/people';
import { startDemo } from './support/server';
import { expect, test } from './support/test';

// Separate server with a year of generated data.
const own = { port: port + 8, dataDir: `${dataDir}-reports`, captcha: 'none' as const };
const at = (path: string) => `http://sparkle.localhost:${own.port}${path}`;
let stopServer: () => Promise<void>;

test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  stopServer = await startDemo(own);
  const words = ['demo-data', '--site', 'sparkle', '--customers', '150', '--orders', '2500', '--json'];
  execFileSync(binary, words, { env: { ...process.env, SUDS_DATA_DIR: own.dataDir } });
  execFileSync(binary, ['site', 'check', 'sparkle'], { env: { ...process.env, SUDS_DATA_DIR: own.dataDir } });
});
test.afterAll(() => stopServer());

async function enter(page: Page, path: string) {
  await page.goto(at(path));
  await new LogIn(page).intoBackOffice(demoOwner('sparkle', own.dataDir));
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test('reports: the overview shows figures with links to reports', async ({ page }) => {
  await enter(page, '/mmtpo');
  await expect(heading(page, 'Home')).toBeVisible();
  const sales = page.getByRole('region', { name: 'Sales' });
  await expect(sales.getByText('Net sales')).toBeVisible();
  await expect(sales.locator('svg').first()).toBeAttached();
  await expect(page.getByRole('region', { name: 'Members' }).getByText('Monthly revenue')).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'the overview');
  await page.getByRole('combobox', { name: 'Date range' }).selectOption('7d');
  await expect(page).toHaveURL(/range=7d/);
  await sales.getByRole('link', { name: /View report/ }).click();
  await expect(heading(page, 'Sales')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('combobox', { name: 'Date range' })).toHaveValue('7d');
});

test('reports: a report is viewed, regrouped, compared and exported', async ({ page }) => {
  await enter(page, '/mmtpo/reports');
  await expect(heading(page, 'Sales')).toBeVisible();
  await page.getByRole('combobox', { name: 'Date range' }).selectOption('year');
  await expect(page.getByText(/^Jan 1, \d{4} to /)).toBeVisible();
  await page.getByRole('combobox', { name: 'Group by' }).selectOption('month');
  await expect(page).toHaveURL(/range=year&by=month/);
  await expect(page.getByRole('columnheader', { name: 'Month' })).toBeVisible();
  await expect(page.getByText(/Previous period: /).first()).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'a report');

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^sparkle-sales-.*\.csv$/);
  expect(readFileSync(await file.path(), 'utf8')).toMatch(/^month,name,orders,grossSales,/);

  for (const report of ['Members', 'Redemptions', 'Liability', 'Taxes', 'Payouts', 'Discounts']) {
    const reports = page.getByRole('navigation', { name: 'Reports' });
    await reports.getByRole('link', { name: report }).click();
    await expect(heading(page, report)).toBeVisible();
    await expect(page.getByText('compared with')).toBeVisible();
    await expect(page).toHaveURL(/range=year/);
    await expectAccessible(page, `the report ${report}`);
  }
  await page.goto(at('/mmtpo/reports/sales?range=own&from=2020-01-01&to=2020-01-02&by=product'));
  await expect(page.getByRole('heading', { name: 'No data for this period' })).toBeVisible();
  await page.goto(at('/mmtpo/reports/nothing'));
  await expect(page.getByRole('link', { name: 'Go to orders' })).toBeVisible();
});

test('needs attention: items are counted in the menu and link to their pages', async ({ page }) => {
  await enter(page, '/mmtpo/needs-attention');
  await expect(heading(page, 'Needs attention')).toBeVisible();
  const goods = page.getByRole('listitem').filter({ hasText: 'Low stock' });
  await expect(goods).toContainText('1');
  // Parcels of the latest days may wait too: how many depends on the day.
  const counts = await page.getByRole('main').getByRole('listitem').allTextContents();
  const all = counts.reduce((sum, text) => sum + Number.parseInt(text, 10), 0);
  const work = page.getByRole('link', {
    name: new RegExp(`^Needs attention .*\\b${all} items? needs? attention$`),
  });
  await expect(work).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'what waits');
  await goods.getByRole('link', { name: 'View products' }).click();
  await expect(heading(page, 'Products')).toBeVisible();
  await expect(page).toHaveURL(/type=Swag/);
});

import { consoleOrigin, enterConsole, unusedName } from './pages/console';
import { expectAccessible } from './support/accessibility';
import { expect, test } from './support/test';

test('sites: a site is created from an account and a kind of business, with proposals for the rest', async ({
  page,
}) => {
  await enterConsole(page, 'demo', '/sites');
  await page.getByRole('link', { name: 'New site' }).click();
  const make = page.getByRole('button', { name: 'Create site' });
  await page.getByRole('button', { name: 'New account' }).click();
  const company = `Wash ${unusedName()}`;
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Company').fill(company);
  await dialog.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('radio', { name: company })).toBeChecked();

  await expect(page.getByLabel('Company name')).toHaveValue(company);
  const subdomain = page.getByLabel('Subdomain');
  await expect(subdomain).toHaveValue(company.replace(' ', '').toLowerCase());
  await page.getByLabel('Country').selectOption('CA');
  await expect(page.getByLabel('Time zone')).toHaveValue('America/Toronto');
  await expect(page.getByLabel('Currency')).toHaveValue('CAD');
  await subdomain.fill('Sparkle');
  await expect(page.getByText('This subdomain is taken.')).toBeVisible();
  await subdomain.fill('console');
  await expect(page.getByText('This subdomain is reserved.')).toBeVisible();
  const free = unusedName();
  await subdomain.fill(` ${free.toUpperCase()}!`);
  await expect(subdomain).toHaveValue(free);
  await expect(page.getByText(`${free} is available.`)).toBeVisible();
  await page
    .getByRole('group', { name: 'Template' })
    .getByRole('radio', { name: /Express tunnel/ })
    .check();
  const owner = `${free}@owner.example`;
  await page.getByLabel(/Owner's email/).fill(owner);
  await make.click();
  await expect(page.getByRole('heading', { name: `${free} is ready to set up`, level: 2 })).toBeVisible();
  await expect(page.getByText(owner)).toBeVisible();
  const address = await page.getByRole('link', { name: 'Open site' }).getAttribute('href');
  const shop = await page.request.get(`${consoleOrigin.replace('console.localhost', '127.0.0.1')}/`, {
    headers: { host: new URL(address ?? '').host, accept: 'text/html' },
  });
  expect(shop.status()).toBe(200);
  await page.getByRole('link', { name: 'Manage site' }).click();
  await expect(page.getByRole('heading', { name: free, exact: true, level: 1 })).toBeVisible();
});

test('sites: the list keeps its filters when returning', async ({ page }) => {
  await enterConsole(page, 'demo', '/sites');
  await page.getByRole('searchbox').fill('spark');
  await expect(page).toHaveURL(/q=spark/);
  await page.getByRole('link', { name: 'sparkle' }).click();
  await expect(page.getByRole('heading', { name: 'sparkle' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('searchbox')).toHaveValue('spark');
});

test('console: the phone menu opens every page', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enterConsole(page, 'demo', '/sites');
  for (const room of ['Accounts', 'Versions', 'Builds', 'Staff', 'Audit log', 'Your account']) {
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: room }).click();
    await expect(page.getByRole('heading', { name: room, level: 1 })).toBeVisible();
    await expectAccessible(page, `${room} on a phone`);
  }
});

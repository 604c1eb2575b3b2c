import type { Page } from '@playwright/test';
import { LogIn } from './pages/log-in';
import { expectAccessibleInBothSchemes } from './support/accessibility';
import { dataDir, port } from './support/environment';
import { demoOwner } from './support/people';
import { startDemo } from './support/server';
import { expect, test } from './support/test';

// A server of its own: what is saved here changes a site for everybody.
const own = { port: port + 8, dataDir: `${dataDir}-settings`, captcha: 'none' as const };
const at = (site: string, path: string) => `http://${site}.localhost:${own.port}${path}`;
let stopServer: () => Promise<void>;

test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  stopServer = await startDemo(own);
});
test.afterAll(() => stopServer());

async function enter(page: Page, site: string, part = '') {
  await page.goto(at(site, `/mmtpo/settings${part && `/${part}`}`));
  await new LogIn(page).as(demoOwner(site, own.dataDir));
}

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

test('languages are offered and put in order', async ({ page }) => {
  await enter(page, 'bluewave');
  await expectAccessibleInBothSchemes(page, 'settings');
  await page.getByRole('link', { name: /^Languages/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Languages' })).toBeVisible();

  await page.getByRole('checkbox', { name: 'English' }).uncheck();
  await page.keyboard.press('Tab');
  await expect(page.getByText('Please choose at least one language.')).toBeVisible();
  await expect(save(page)).toBeDisabled();
  await page.getByRole('checkbox', { name: 'Español' }).check();
  await expect(page.getByLabel('Comes first')).toHaveValue('es-US');
  await page.getByRole('checkbox', { name: 'English' }).check();
  await page.getByLabel('Comes first').selectOption({ label: 'Español' });
  await expectAccessibleInBothSchemes(page, 'languages');
  await page.setViewportSize({ width: 320, height: 640 });
  await expectAccessibleInBothSchemes(page, 'languages on a small phone');
  await save(page).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();

  await page.getByRole('link', { name: 'Settings', exact: true }).last().click();
  await expect(page.getByRole('link', { name: /^Languages/ })).toContainText('Español, English');
  const visitor = await page.context().browser()?.newContext({ locale: 'de-DE' });
  const shop = await visitor?.newPage();
  await shop?.goto(at('bluewave', '/'));
  await expect(shop?.locator('html') ?? page.locator('nobody')).toHaveAttribute('lang', 'es-US');
  await visitor?.close();

  await page.goto(at('bluewave', '/mmtpo/settings/nothing'));
  await expect(page.getByRole('heading', { level: 1, name: '404, Page Not Found.' })).toBeVisible();
});

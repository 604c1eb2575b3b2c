import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { consoleOrigin, enterConsole } from '../pages/console';
import { choose, settled } from '../support/accessibility';
import { enterAs } from '../support/customers';
import { repository } from '../support/environment';
import { pagesForEverybody, pagesOfCustomers } from '../support/paths';
import { demoCustomer, demoOwner } from '../support/people';
import { expect, test } from '../support/test';

/** From 0 to 100: these are looked at, not printed. */
const quality = 55;

/** Milliseconds for what a change of the scheme or a picture that comes into sight sets in motion. */
const motion = 400;

const carts = { sparkle: ['The Works'], tidal: [] };

/** Pages whose own tests look at their accessibility. */
const others = ['/referral', '/airPay'];

/** The main rooms; what lies behind them looks alike. */
const backOffice = [
  '',
  'waiting',
  'reports/sales',
  'orders',
  'clubs',
  'products',
  'deals',
  'promo-codes',
  'promo-codes/new',
  'terminals',
  'locations',
  'appearance',
  'settings',
];

/** Rooms of the provider's console; a part of a path in capitals is the first of what its list leads to. */
const consoleRooms = [
  '/sites',
  '/sites/ONE',
  '/SiteAdmin',
  '/accounts',
  '/accounts/ONE',
  '/SiteConfigUpdater',
  '/builds',
  '/rollouts',
  '/rollouts/ONE',
  '/staff',
  '/audit',
  '/me',
];

/** `/shop/washes` is `shop-washes.webp`. */
function fileOf(path: string): string {
  const name = path.replaceAll(/[^a-zA-Z]+/g, '-').replaceAll(/^-|-$/g, '');
  return `${name || 'home'}.webp`;
}

/** Takes screenshots of the window, light and dark. */
async function take(page: Page, folder: string, path: string) {
  const session = await page.context().newCDPSession(page);
  // The chart's data loads after the page.
  await page.waitForLoadState('networkidle');
  await settled(page);
  for (const scheme of ['light', 'dark'] as const) {
    await choose(page, scheme);
    await page.waitForTimeout(motion);
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality });
    const into = join(repository, 'target/screens', `${folder}-${scheme}`);
    mkdirSync(into, { recursive: true });
    writeFileSync(join(into, fileOf(path)), Buffer.from(data, 'base64'));
  }
}

for (const [site, cart] of Object.entries(carts)) {
  test(`pages for everybody at ${site}`, async ({ page, visit }, { project }) => {
    for (const path of pagesForEverybody) {
      await visit(site, path);
      const isHome = path === '/';
      await take(page, `${site}-${project.name}`, isHome ? '/welcome' : path);
    }
  });

  test(`pages of a customer at ${site}`, async ({ page, visit }, { project }) => {
    await enterAs(page, site, demoCustomer(site), cart);
    for (const path of [...pagesOfCustomers, ...others]) {
      await visit(site, path);
      await take(page, `${site}-${project.name}`, path);
    }
  });

  test(`the back office of ${site}`, async ({ page, visit }, { project }) => {
    await enterAs(page, site, demoOwner(site));
    for (const room of backOffice) {
      await visit(site, `/mmtpo/${room}`);
      await take(page, `${site}-${project.name}`, `/mmtpo/${room}`);
    }
    await visit(site, '/mmtpo/orders');
    await page
      .getByRole('main')
      .getByRole('link', { name: /^1\d{5}$/ })
      .last()
      .click();
    await expect(page.getByRole('heading', { level: 1, name: /^Order 1/ })).toBeVisible();
    await take(page, `${site}-${project.name}`, '/mmtpo/order');
  });
}

test('the console', async ({ page }, { project }) => {
  const folder = `console-${project.name}`;
  await page.goto(`${consoleOrigin}/login`);
  await take(page, folder, '/login');
  // Environment with a rollout in progress.
  await enterConsole(page, 'dev');
  for (const room of consoleRooms) {
    const list = room.replace('/ONE', '');
    await page.goto(`${consoleOrigin}${list}`);
    if (room !== list) {
      await page.locator(`main a[href^="${list}/"]`).first().click();
      await page.waitForURL(`${consoleOrigin}${list}/*`);
    }
    await take(page, folder, room.replace('ONE', 'one'));
  }
});

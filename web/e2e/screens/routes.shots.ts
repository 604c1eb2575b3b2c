import type { Page } from '@playwright/test';
import { consoleOrigin, enterConsole } from '../pages/console';
import { choose } from '../support/accessibility';
import { enterAs } from '../support/customers';
import { pagesForEverybody, pagesOfCustomers } from '../support/paths';
import { demoCustomer, demoOwner } from '../support/people';
import { expect, test } from '../support/test';
import { loaded, save } from './capture';

/** Milliseconds for animations after a theme change or when an image appears. */
const motion = 400;

const carts = { sparkle: ['The Works'], tidal: [] };

/** Pages whose accessibility is checked in their own tests. */
const others = ['/referral', '/airPay'];

/** Main pages; their subpages look alike. */
const backOffice = [
  '',
  'needs-attention',
  'reports/sales',
  'orders',
  'memberships',
  'products',
  'discounts/deals',
  'discounts/promo-codes',
  'discounts/promo-codes/new',
  'devices',
  'locations',
  'theme',
  'settings',
];

/** Pages of the provider's console. `ONE` stands for the first item of the list. */
const consolePages = [
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

/** `/shop/washes` is `shop-washes`. */
function nameOf(path: string): string {
  const name = path.replaceAll(/[^a-zA-Z]+/g, '-').replaceAll(/^-|-$/g, '');
  return name || 'home';
}

/** Takes screenshots of the window, light and dark. */
async function take(page: Page, folder: string, path: string) {
  await loaded(page);
  for (const scheme of ['light', 'dark'] as const) {
    await choose(page, scheme);
    await page.waitForTimeout(motion);
    await save(page, `${folder}-${scheme}`, nameOf(path));
  }
}

for (const [site, cart] of Object.entries(carts)) {
  test(`public pages of ${site}`, async ({ page, visit }, { project }) => {
    for (const path of pagesForEverybody) {
      await visit(site, path);
      const isHome = path === '/';
      await take(page, `${site}-${project.name}`, isHome ? '/welcome' : path);
    }
  });

  test(`customer pages of ${site}`, async ({ page, visit }, { project }) => {
    await enterAs(page, site, demoCustomer(site), cart);
    for (const path of [...pagesOfCustomers, ...others]) {
      await visit(site, path);
      await take(page, `${site}-${project.name}`, path);
    }
  });

  test(`the back office of ${site}`, async ({ page, visit }, { project }) => {
    await enterAs(page, site, demoOwner(site));
    for (const path of backOffice) {
      await visit(site, `/mmtpo/${path}`);
      await take(page, `${site}-${project.name}`, `/mmtpo/${path}`);
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
  for (const path of consolePages) {
    const list = path.replace('/ONE', '');
    await page.goto(`${consoleOrigin}${list}`);
    if (path !== list) {
      await page.locator(`main a[href^="${list}/"]`).first().click();
      await page.waitForURL(`${consoleOrigin}${list}/*`);
    }
    await take(page, folder, path.replace('ONE', 'one'));
  }
});

import { type Browser, expect, type Page } from '@playwright/test';
import { Kiosk } from '../pages/kiosk';
import { addTerminal, buyWash, createSite, openShop } from '../pages/new-merchant';
import { origin } from '../support/environment';
import { test } from '../support/test';
import { capture } from './capture';

const site = 'canyon';
const owner = 'olive@canyon.example';
const phone = { width: 390, height: 844 };
const office = { width: 1200, height: 750 };

/** Heights of pages whose important part is below the fold. */
const heights: Record<string, number> = {
  'new-site': 1700,
  'console-site': 810,
  'setup-guide': 1380,
  location: 2000,
  examples: 1080,
  payments: 870,
  'before-opening': 1260,
  club: 1000,
};

const open = async (browser: Browser, viewport: typeof phone) =>
  (await browser.newContext({ viewport, locale: 'en-US', reducedMotion: 'reduce' })).newPage();

/** Takes a screenshot for the guide. */
async function picture(page: Page, name: string) {
  const viewport = page.viewportSize() ?? office;
  await expect(page.getByRole('status').getByRole('button', { name: 'Close' })).toHaveCount(0);
  await page.setViewportSize({ ...viewport, height: heights[name] ?? viewport.height });
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await capture(page, 'new-merchant', name);
  await page.setViewportSize(viewport);
}

/** The shop as its team sees it before it opens. */
async function pictureOfClosedShop(team: Page) {
  const shop = await team.context().newPage();
  await shop.setViewportSize(phone);
  await shop.goto(origin(site));
  await expect(shop.getByText(/^Your shop isn't open/)).toBeVisible();
  await picture(shop, 'shop');
  await shop.close();
}

/** Screenshots of `docs/guides/new-merchant.md`, along the path of the end-to-end test. */
test('the guide for a new merchant @desktop', async ({ page, browser }) => {
  await page.setViewportSize(office);
  await createSite(page, site, owner, picture);
  await page.getByRole('link', { name: 'Manage site' }).click();
  await expect(page.getByRole('row', { name: new RegExp(owner) })).toBeVisible();
  await picture(page, 'console-site');
  const visitor = await open(browser, phone);
  await visitor.goto(origin(site));
  await picture(visitor, 'opens-soon');

  const team = await open(browser, office);
  await openShop(team, owner, async (at, what) => {
    await picture(at, what);
    if (what === 'before-opening') await pictureOfClosedShop(at);
  });
  await team.goto(`${origin(site)}/mmtpo/products`);
  await team.getByRole('link', { name: 'Premium Unlimited', exact: true }).click();
  await expect(team.getByRole('group', { name: 'Included washes' })).toBeVisible();
  await picture(team, 'club');

  const shop = await open(browser, { width: 1440, height: 900 });
  const code = await buyWash(shop, site);
  await shop.setViewportSize(phone);
  await picture(shop, 'code');
  const kiosk = new Kiosk(await open(browser, { width: 600, height: 800 }));
  await kiosk.pairWith(site, await addTerminal(team, picture));
  await kiosk.scan(code);
  await expect(kiosk.page.getByRole('button', { name: 'Start wash' })).toBeVisible();
  await picture(kiosk.page, 'kiosk');
});

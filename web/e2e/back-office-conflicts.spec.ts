import type { BrowserContext, Page, Route } from '@playwright/test';
import { Dialog } from './pages/dialog';
import { LogIn } from './pages/log-in';
import { dataDir, port } from './support/environment';
import { loseTheAnswer } from './support/lost-answer';
import { demoOwner } from './support/people';
import { startDemo } from './support/server';
import { expect, test } from './support/test';

// Separate server, because saved changes affect everyone on the site.
const own = { port: port + 13, dataDir: `${dataDir}-trouble`, captcha: 'none' as const };
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

/** The same page in another tab of the same browser. */
async function secondTab(page: Page): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.goto(page.url());
  return tab;
}

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const stale = 'Someone else changed this.';
const offline = 'The Internet connection appears to be offline.';

/** Returns to a tab, which then refetches its data. */
async function comeBack(page: Page) {
  await page.bringToFront();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await page.waitForLoadState('networkidle');
}

test.describe('concurrent edits', () => {
  test('a product saved in another tab isn’t overwritten, and input is kept', async ({ page }) => {
    await enter(page, 'sparkle', '/mmtpo/products');
    await page.getByRole('link', { name: 'Glow', exact: true }).click();
    const price = page.getByLabel('Price (before tax)');
    await expect(price).toHaveValue('20.00');
    const other = await secondTab(page);
    await price.fill('21.00');
    await page.getByLabel('Badge').fill('Loved');

    await other.getByLabel('Price (before tax)').fill('22.00');
    await save(other).click();
    await expect(other.getByText('Saved', { exact: true })).toBeVisible();
    await comeBack(page);
    await expect(price).toHaveValue('21.00');
    await save(page).click();
    await expect(page.getByRole('alert').filter({ hasText: stale })).toBeVisible();
    await expect(price).toHaveValue('21.00');
    await expect(page.getByLabel('Badge')).toHaveValue('Loved');

    await page.getByRole('button', { name: 'Cancel' }).click();
    await new Dialog(page, 'Leave without saving?').press('Leave');
    await page.getByRole('link', { name: 'Glow', exact: true }).click();
    await expect(price).toHaveValue('22.00');
  });

  test('a setting saved in another tab isn’t overwritten, and input is kept', async ({ page }) => {
    await enter(page, 'bluewave', '/mmtpo/settings/business');
    const box = (tab: Page, name: string) => tab.getByRole('checkbox', { name });
    await expect(box(page, 'English')).toBeChecked();
    await expect(box(page, 'Deutsch')).not.toBeChecked();
    const other = await secondTab(page);
    await box(page, 'Deutsch').check();
    await box(other, 'Español').check();
    await save(other).click();
    await expect(other.getByText('Saved', { exact: true })).toBeVisible();

    await comeBack(page);
    await expect(box(page, 'Deutsch')).toBeChecked();
    await save(page).click();
    await expect(page.getByRole('alert').filter({ hasText: stale })).toBeVisible();
    await expect(box(page, 'Deutsch')).toBeChecked();
    await expect(box(page, 'Español')).not.toBeChecked();
    await page.goto(at('bluewave', '/mmtpo/settings/business'));
    await expect(box(page, 'Español')).toBeChecked();
    await expect(box(page, 'Deutsch')).not.toBeChecked();
  });

  for (const { part, link, label, theirs, mine } of [
    {
      part: 'business',
      link: /^Business details/,
      label: /^Support email/,
      theirs: 'theirs@bluewave.example',
      mine: 'mine@bluewave.example',
    },
    { part: 'maps', link: /^Maps/, label: /^Google Maps key/, theirs: 'AIzaSy-theirs', mine: 'AIzaSy-mine' },
  ]) {
    test(`${part} saved in another tab is not overwritten and appears when reopened`, async ({ page }) => {
      await enter(page, 'bluewave', `/mmtpo/settings/${part}`);
      const field = (tab: Page) => tab.getByLabel(label);
      await expect(field(page)).toBeEditable();
      const other = await secondTab(page);
      await field(page).fill(mine);
      await field(other).fill(theirs);
      await save(other).click();
      await expect(other.getByText('Saved', { exact: true })).toBeVisible();

      await comeBack(page);
      // Also once theirs was asked for.
      for (const _ of ['first', 'again']) {
        await save(page).click();
        await expect(page.getByRole('alert').filter({ hasText: stale })).toBeVisible();
        await page.waitForLoadState('networkidle');
        await expect(field(page)).toHaveValue(mine);
      }

      await page.getByRole('main').getByRole('link', { name: 'Settings', exact: true }).click();
      await new Dialog(page, 'Leave without saving?').press('Leave');
      await page.getByRole('link', { name: link }).click();
      await expect(field(page)).toHaveValue(theirs);
      await field(page).fill(mine);
      await save(page).click();
      await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    });
  }

  test('another setting of the same config isn’t a conflict', async ({ page }) => {
    await enter(page, 'foamco', '/mmtpo/settings/taxes?lang=en-CA');
    const shown = page.getByRole('switch', { name: 'Prices include tax' });
    await shown.check();
    const other = await page.context().newPage();
    await other.goto(at('foamco', '/mmtpo/settings/business?lang=en-CA'));
    await other.getByRole('checkbox', { name: 'Español' }).check();
    await save(other).click();
    await expect(other.getByText('Saved', { exact: true })).toBeVisible();
    await save(page).click();
    await new Dialog(page, 'Include tax in prices?').press('Include tax');
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await page.reload();
    await expect(shown).toBeChecked();
    await other.reload();
    await expect(other.getByRole('checkbox', { name: 'Español' })).toBeChecked();
  });

  test('a policy published in another tab isn’t overwritten, and input is kept', async ({ page }) => {
    await enter(page, 'bluewave', '/mmtpo/settings/policies?text=privacy');
    const text = (tab: Page) => tab.getByLabel(/Text \(HTML\)/);
    await expect(text(page)).not.toHaveValue('');
    const other = await secondTab(page);
    await text(page).fill('<p>Mine.</p>');
    await text(other).fill('<p>Theirs.</p>');
    await other.getByRole('button', { name: 'Publish' }).click();
    await expect(other.getByText('Published', { exact: true })).toBeVisible();

    await comeBack(page);
    await expect(text(page)).toHaveValue('<p>Mine.</p>');
    await page.getByRole('button', { name: 'Publish' }).click();
    await expect(page.getByRole('alert').filter({ hasText: /Someone else/ })).toBeVisible();
    await expect(text(page)).toHaveValue('<p>Mine.</p>');
  });
});

test.describe('offline', () => {
  /** Saves in a tunnel, then so that only the answer is lost, and then for good. */
  async function saveThrough(page: Page, context: BrowserContext, put: string, isKept: () => Promise<void>) {
    await context.setOffline(true);
    await expect(page.getByRole('status').getByText(offline)).toBeVisible();
    await save(page).click();
    const failure = page.getByRole('main').getByRole('alert').filter({ hasText: offline });
    await expect(failure).toBeVisible();
    await isKept();
    await context.setOffline(false);

    const lose = (route: Route) =>
      route.request().method() === 'GET' ? route.fallback() : loseTheAnswer(route);
    await page.route(put, lose);
    const tried = page.waitForEvent('requestfailed', (request) => request.method() !== 'GET');
    await save(page).click();
    await tried;
    await expect(failure).toBeVisible();
    await isKept();
    await page.unroute(put, lose);

    await save(page).click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  }

  test('a product is saved after reconnecting', async ({ page, context }) => {
    await enter(page, 'sparkle', '/mmtpo/products');
    await page.getByRole('link', { name: 'Splash', exact: true }).click();
    await page.getByLabel('Price (before tax)').fill('16.50');
    await page.getByLabel('Badge').fill('New');
    await saveThrough(page, context, '**/api/v1/admin/products/*', async () => {
      await expect(page.getByLabel('Price (before tax)')).toHaveValue('16.50');
      await expect(page.getByLabel('Badge')).toHaveValue('New');
    });
    await page.getByRole('link', { name: 'Splash', exact: true }).click();
    await expect(page.getByLabel('Price (before tax)')).toHaveValue('16.50');
  });

  test('a new deal is added only once after repeated attempts', async ({ page, context }) => {
    const name = 'Tunnel Tuesday';
    await enter(page, 'sparkle', '/mmtpo/discounts/deals/new');
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel(/^Description/).fill('For whoever comes back.');
    await saveThrough(page, context, '**/api/v1/admin/deals', async () => {
      await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name);
      await expect(page.getByLabel(/^Description/)).toHaveValue('For whoever comes back.');
    });
    await expect(page.getByRole('link', { name, exact: true })).toHaveCount(1);
  });

  test('a setting is saved after reconnecting', async ({ page, context }) => {
    await enter(page, 'sparkle', '/mmtpo/settings/business');
    const phone = page.getByLabel(/^Support phone/);
    await phone.fill('602 555-0177');
    await saveThrough(page, context, '**/api/v1/admin/support', async () => {
      await expect(phone).toHaveValue('602 555-0177');
    });

    await test.step('and what is typed after that is not lost without a question', async () => {
      await phone.fill('602 555-0188');
      await page.getByRole('main').getByRole('link', { name: 'Settings', exact: true }).click();
      await new Dialog(page, 'Leave without saving?').press('Leave');
      await expect(page.getByRole('link', { name: /^Business details/ })).toContainText('(602) 555-0177');
    });
  });

  test('a setting of the site config is saved after reconnecting', async ({ page, context }) => {
    await enter(page, 'sparkle', '/mmtpo/settings/business');
    const german = page.getByRole('checkbox', { name: 'Deutsch' });
    await german.check();
    await saveThrough(page, context, '**/api/v1/accounts/site-config', async () => {
      await expect(german).toBeChecked();
    });
    await page.reload();
    await expect(german).toBeChecked();
  });
});

test.describe('wrong clock', () => {
  for (const hours of [2, -2]) {
    test(`${hours > 0 ? 'ahead' : 'behind'}: lists, times and the session still work`, async ({ page }) => {
      await page.clock.install({ time: new Date(Date.now() + hours * 3_600_000) });
      await enter(page, 'northstar', '/mmtpo/orders');
      const rows = page.getByRole('main').getByRole('link', { name: /^1\d{5}$/ });
      await expect(rows).toHaveCount(3);
      const when = page.getByRole('table').getByRole('time').first();
      await expect(when).toHaveText(/^(?:now|\d+ (?:second|minute)s? ago)$/);

      await test.step('a token that is used up is exchanged before it is missed', async () => {
        const exchanged = page.waitForResponse((answer) => answer.url().endsWith('/api/v1/users/tokens'));
        await page.clock.fastForward('01:00:00');
        expect((await exchanged).status()).toBe(200);
        await page.getByRole('searchbox').fill('nobody');
        await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible();
        await page.getByRole('button', { name: 'Clear filters' }).click();
        await expect(rows).toHaveCount(3);
      });

      await test.step('what is saved now is in force now', async () => {
        await page.goto(at('northstar', '/mmtpo/discounts/deals/new'));
        const name = `Deal ${hours}`;
        await page.getByLabel('Name', { exact: true }).fill(name);
        await save(page).click();
        const row = page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
        await expect(row).toContainText('Active');
      });
    });
  }
});

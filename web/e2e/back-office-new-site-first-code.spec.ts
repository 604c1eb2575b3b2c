import { unusedName } from './pages/console';
import { Kiosk } from './pages/kiosk';
import { addTerminal, buyWash, createSite, credentials, openShop } from './pages/new-merchant';
import { callServer } from './support/call-server';
import { origin } from './support/environment';
import { EverythingOfSite } from './support/everything-of-site';
import { markFinder, tenantMarks } from './support/tenant-marks';
import { expect, test } from './support/test';

test('new site: from the console to the first redeemed code, without a trace of other merchants', async ({
  page,
  browser,
}) => {
  const site = unusedName('canyon');
  const owner = `${site}@owner.example`;
  const everything = new EverythingOfSite(site);
  const marks = tenantMarks();
  expect(marks.length).toBeGreaterThan(200);
  const expectNoMarks = async (typed: string[] = []) => {
    const find = markFinder(marks.filter((mark) => !typed.includes(mark)));
    const found = (await everything.read()).flatMap(({ where, text }) =>
      find(`${where} ${text}`).map((mark) => `${where}: ${mark.slice(0, 60)}`),
    );
    expect(found).toEqual([]);
  };
  const visitor = async (viewport = { width: 1440, height: 900 }) => {
    const context = await browser.newContext({ viewport, locale: 'en-US' });
    everything.watch(context);
    return context.newPage();
  };

  await createSite(page, site, owner);
  await expectNoMarks();

  const office = await visitor();
  const { clicks, fields } = await openShop(office, owner);
  process.stdout.write(`From the invitation to an open shop: ${clicks} clicks, ${fields} fields\n`);
  expect(clicks).toBeLessThanOrEqual(25);
  expect(fields).toBeLessThanOrEqual(30);

  const shop = await visitor();
  const code = await buyWash(shop, site);
  const kiosk = new Kiosk(await visitor({ width: 800, height: 1280 }));
  await kiosk.pairWith(site, await addTerminal(office));
  await kiosk.scan(code);
  await kiosk.press('Start wash');
  await kiosk.press('Confirm wash');
  await kiosk.expectScreen('Done');
  await expect(shop.getByRole('status').filter({ hasText: 'Used' })).toBeVisible();

  const offered = async (path: string, count: number) => {
    await shop.goto(`${origin(site)}/shop/${path}`);
    await expect(shop.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(count);
  };
  await offered('washes', 3);
  await offered('washClubs', 2);
  for (const path of ['/', '/shop/bundles', '/shop/giftCards', '/findUs', '/support', '/faq', '/privacy']) {
    await shop.goto(`${origin(site)}${path}`);
    await expect(shop.getByRole('main')).toBeVisible();
  }
  const rooms = ['Orders', 'Customers', 'Memberships', 'Discounts', 'Marketing', 'Theme', 'Settings', 'Team'];
  await office.goto(`${origin(site)}/mmtpo`);
  for (const room of rooms) {
    await office.getByRole('navigation').getByRole('link', { name: room, exact: true }).click();
    await expect(office.getByRole('heading', { level: 1 }).first()).toBeVisible();
  }
  for (const path of ['/manifest.webmanifest', '/api/v1/system/config', '/sitemap.xml']) {
    const { body } = await callServer(`${site}.localhost`, path);
    expect(markFinder(marks)(body)).toEqual([]);
  }
  await expectNoMarks(Object.values(credentials));
});

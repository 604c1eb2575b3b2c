import { LogIn } from './pages/log-in';
import { expectAccessibleInBothSchemes, settled } from './support/accessibility';
import { callApi } from './support/api';
import { enterAs, logIn } from './support/customers';
import { demoOwner } from './support/people';
import { expect, test } from './support/test';

test('back office: staff log in, return to the requested page and log out', async ({ page, visit }) => {
  await visit('sparkle', '/mmtpo/devices?q=lane');
  await expect(page).toHaveURL(/\/logIn\?to=%2Fmmtpo%2Fdevices%3Fq%3Dlane/);
  await new LogIn(page).as(demoOwner('sparkle'));
  await expect(page).toHaveURL(/\/mmtpo\/devices\?q=lane/);
  await expect(page.getByRole('heading', { level: 1, name: 'Devices' })).toBeVisible();
  await page.getByRole('link', { name: 'Log Out' }).click();
  await expect(page).toHaveURL(/localhost:\d+\/(?:#mobile)?$/);
  await visit('sparkle', '/mmtpo');
  await expect(page).toHaveURL(/\/logIn\?to=%2Fmmtpo/);
});

test('back office: open on every device at a site without a web shop', async ({ page, visit }) => {
  await visit('northstar', '/mmtpo');
  await new LogIn(page).as(demoOwner('northstar'));
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
});

test('back office: customers are denied access', async ({ page, visit, customerOf }) => {
  const person = await customerOf('sparkle');
  await visit('sparkle', '/mmtpo/orders');
  await expect(page.getByRole('heading', { name: 'No access', level: 2 })).toBeVisible();
  await expect(page.getByText(person.email)).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'the back office, shut');
  const { accessToken: token } = await logIn('sparkle', person);
  await expect(callApi('sparkle', '/admin/orders', undefined, { token })).rejects.toThrow('not_admin');
});

test('back office: the menu opens every page', async ({ page, visit }, { project }) => {
  await enterAs(page, 'tidal', demoOwner('tidal'));
  await visit('tidal', '/mmtpo');
  for (const room of [
    'Memberships',
    'Products',
    'Discounts',
    'Devices',
    'Locations',
    'Theme',
    'Settings',
    'Team',
    'Audit log',
    'Security',
    'Orders',
    'Needs attention',
    'Home',
  ]) {
    if (project.name === 'phone') await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('navigation').getByRole('link', { name: room, exact: true }).click();
    await expect(
      page.getByRole('heading', { level: 1, name: room === 'Discounts' ? 'Deals' : room }),
    ).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expectAccessibleInBothSchemes(page, room);
  }
  await visit('tidal', '/mmtpo/nowhere');
  await page.getByRole('link', { name: 'Go to orders' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible();
});

for (const [site, language] of [
  ['bluewave', 'en-US'],
  ['tidal', 'de-DE'],
] as const) {
  test(`back office: pages fit 320 px (${language})`, { tag: '@phone' }, async ({ page, visit }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await enterAs(page, site, demoOwner(site));
    const rooms = [
      'needs-attention',
      'reports/sales',
      'orders',
      'customers',
      'gift-cards',
      'marketing',
      'memberships',
    ];
    const catalogue = [
      'products',
      'products/new',
      'discounts/deals',
      'discounts/deals/new',
      'discounts/promo-codes',
      'locations',
    ];
    const administration = ['theme', 'settings', 'devices', 'team', 'audit-log', 'security'];
    const parts = [
      'subdomain',
      'business',
      'policies',
      'email-templates',
      'email-sender',
      'survey',
      'loyalty',
    ];
    const money = ['taxes', 'payments', 'card-terminal', 'push'];
    const settings = [...parts, ...money].map((part) => `settings/${part}`);
    for (const room of ['', ...rooms, ...catalogue, ...administration, ...settings]) {
      await visit(site, `/mmtpo/${room}?lang=${language}`);
      await settled(page);
      const beyond = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(beyond, `sideways scrolling at ${room}`).toBeLessThanOrEqual(0);
    }
  });
}

import { CardForm } from './pages/card-form';
import { Dialog } from './pages/dialog';
import { Shop } from './pages/shop';
import { expectAccessibleInBothSchemes } from './support/accessibility';
import { origin } from './support/environment';
import { Pushes, standInForPushService } from './support/push';
import { expect, test } from './support/test';

test.use({ serviceWorkers: 'allow', permissions: ['notifications'] });

const gift = {
  title: 'A Gift For You',
  body: 'Bo has sent you a wash.',
  navigate: `${origin('sparkle')}/wallet`,
  tag: 'n1',
};

test('pushed messages appear in the open shop, or as notifications', async ({ page, visit, customerOf }) => {
  await customerOf('sparkle');
  await visit('sparkle', '/');
  const pushes = await Pushes.to(page);
  await pushes.deliver(gift);
  await expect(page.getByRole('status').getByText('A Gift For You: Bo has sent you a wash.')).toBeVisible();
  expect(await pushes.shown()).toEqual([]);

  await page.goto('about:blank');
  await pushes.deliver(gift);
  await expect.poll(() => pushes.shown()).toMatchObject([{ title: gift.title, body: gift.body }]);
  await visit('sparkle', '/');
  await pushes.press(gift.title);
  await expect(page).toHaveURL(/\/wallet/);
  await expect(page.getByRole('heading', { name: 'Wallet', level: 1 })).toBeVisible();
  await expect.poll(() => pushes.shown()).toEqual([]);
});

test('notifications are offered after a purchase and managed in the options', async ({
  page,
  visit,
  shell,
  customerOf,
}) => {
  await standInForPushService(page);
  await customerOf('sparkle');
  await visit('sparkle', shell.path.washes);
  await shell.orderFirst(page);
  await new CardForm(page).save('4242 4242 4242 4242');
  await new Shop(page).confirmTotal();
  await new Dialog(page, 'Success').press('Close');
  const offer = page.getByRole('status').filter({ hasText: 'Get notified on this device' });
  await expect(offer).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'the offer of notifications');
  await offer.getByRole('link', { name: 'Options' }).click();

  const here = page.getByRole('group', { name: 'Notifications on this device' });
  const kinds = [
    'Wash Club',
    'Gifts',
    'Points and deals',
    'Purchases',
    'News and messages',
    'Account security',
  ];
  await expect(here.getByRole('switch')).toHaveCount(1);
  await here.getByRole('switch').click();
  await expect(here.getByRole('switch')).toHaveCount(1 + kinds.length);
  for (const kind of kinds) await expect(here.getByRole('switch', { name: kind })).toBeChecked();
  await here.getByRole('switch', { name: 'Purchases' }).click();
  await expect(here.getByRole('switch', { name: 'Purchases' })).not.toBeChecked();
  await here.scrollIntoViewIfNeeded();
  await expectAccessibleInBothSchemes(page, 'the kinds of notifications');
});

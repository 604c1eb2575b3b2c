import { fillVehicle } from './pages/account';
import { CardForm } from './pages/card-form';
import { Dialog } from './pages/dialog';
import { Kiosk } from './pages/kiosk';
import { Shop } from './pages/shop';
import { expectAccessible } from './support/accessibility';
import { expect, test } from './support/test';

test('a member cancels, answers the survey and reactivates', async ({
  page,
  visit,
  shell,
  customerOf,
  browser,
}) => {
  await customerOf('sparkle');
  const shop = new Shop(page);
  const summary = page.getByRole('region', { name: 'Wash Club' });

  await test.step('join', async () => {
    await visit('sparkle', shell.path.clubs);
    await shop.add('Sunrise Club');
    await shop.openCheckout();
    await page.getByLabel('I accept the Wash Club terms').check();
    await shop.pay();
    await new CardForm(page).save('4242 4242 4242 4242');
    const { root } = new Dialog(page, 'Add vehicle');
    await fillVehicle(root, 'CLUB 1');
    await root.getByRole('button', { name: 'Save' }).click();
    await shop.confirmTotal();
    await new Dialog(page, 'Success').press('Show my membership');
    await summary.getByRole('link', { name: 'My membership' }).click();
    await expect(summary.getByText('Active')).toBeVisible();
  });

  await test.step('use it', async () => {
    const wall = await browser.newContext();
    const kiosk = new Kiosk(await wall.newPage());
    await kiosk.open('sparkle');
    await summary.getByRole('button', { name: 'Generate Club Token' }).click();
    const { root } = new Dialog(page, 'Wash Club');
    const code = (await root.getByText(/^\d{4} \d{4} \d{4}$/).textContent()) ?? '';
    await expectAccessible(page, 'club token');
    await kiosk.scan(code);
    await kiosk.expectScreen('Sunrise Club');
    await expect(kiosk.page.getByText(/CLUB ?1/)).toBeVisible();
    await kiosk.press('Start wash');
    await kiosk.press('Confirm wash');
    await kiosk.expectScreen('Done');
    await wall.close();
    await expect(root.getByRole('status').filter({ hasText: 'Used' })).toBeVisible();
    await root.getByRole('button', { name: 'Close' }).click();
    await expect(summary.getByText(/^1 of \d+ |Unlimited/)).toBeVisible();
  });

  async function leave() {
    await summary.getByRole('button', { name: 'Cancel Plan' }).click();
    await new Dialog(page, 'Cancel Plan').press('Yes');
    const sure = new Dialog(page, 'Are you sure?');
    await expect(sure.root).toContainText('Sunrise Club ends on');
    await sure.press('Cancel Plan');
  }

  await test.step('cancel', async () => {
    await leave();
    const { root } = new Dialog(page, 'Before you go');
    await expectAccessible(page, 'survey');
    for (const question of await root.getByRole('group').all()) {
      await question.getByLabel('Your answer').fill('I am moving away.');
    }
    await root.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText('Thank you for your answers!')).toBeVisible();
    const told = new Dialog(page, 'Wash Club Canceled');
    await expect(told.root).toContainText(
      'You can continue to use your wash club until your next billing date.',
    );
    await told.press('Close');
    await expect(summary.getByText('Ends soon')).toBeVisible();
    await expectAccessible(page, 'cancelled membership');
  });
  await test.step('reactivate', async () => {
    await summary.getByRole('button', { name: 'Reactivate Plan' }).click();
    await new Dialog(page, 'Reactivate Plan').press('Yes');
    await new Dialog(page, 'Wash reactivated').press('Close');
    await expect(summary.getByText('Active')).toBeVisible();
  });
  await test.step('no survey keeps a member', async () => {
    await page.route('**/survey/leaving', (route) => route.abort());
    await leave();
    await new Dialog(page, 'Wash Club Canceled').press('Close');
    await expect(summary.getByText('Ends soon')).toBeVisible();
  });
});

import { CardForm } from './pages/card-form';
import { Dialog } from './pages/dialog';
import { Shop } from './pages/shop';
import { mailedLink } from './support/mail';
import { expect, test } from './support/test';

test("a declined card says 'Failed' and leaves the wallet empty", { tag: '@desktop' }, async ({
  page,
  visit,
  shell,
  customerOf,
}) => {
  const person = await customerOf('sparkle', { confirmed: false });
  await visit('sparkle');
  await new Dialog(page, 'Email Verification').press('Close');
  const shop = new Shop(page);

  await test.step('without a confirmed email no card is asked for', async () => {
    await shell.openWashes(page);
    await shop.buyFirst();
    await new Dialog(page, 'Please Verify your email').press('Close');
  });
  await page.goto(await mailedLink(person.email, 'confirmEmail'));
  await page.getByRole('button', { name: 'Verify my email' }).click();
  await expect(page).toHaveURL(/\/updated/);

  await visit('sparkle', '/washes');
  await test.step('a cancelled form changes nothing', async () => {
    await shop.buyFirst();
    await new CardForm(page).cancel();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
  await shop.buyFirst();
  await new CardForm(page).save('4000 0000 0000 0002');
  await shop.confirmTotal();
  await new Dialog(page, 'Failed').press('Close');
  await visit('sparkle', '/wallet');
  await expect(page.getByRole('heading', { name: 'Your wallet is empty' })).toBeVisible();
});

test('a decline offers another card', { tag: '@phone' }, async ({ page, visit, customerOf }) => {
  await customerOf('sparkle', { cart: ['The Works'] });
  await visit('sparkle', '/checkout');
  const shop = new Shop(page);
  await shop.pay();
  const form = new CardForm(page);
  await form.save('4000 0000 0000 0002');
  await shop.confirmTotal();
  await new Dialog(page, 'Failed').press('Use another card');
  await form.save('4242 4242 4242 4242');
  await shop.confirmTotal();
  await expect(new Dialog(page, 'Success').root).toContainText('paid: ');
});

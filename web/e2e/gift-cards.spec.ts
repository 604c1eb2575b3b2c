import type { Page } from '@playwright/test';
import { CardForm } from './pages/card-form';
import { Dialog } from './pages/dialog';
import { Shop } from './pages/shop';
import { expectAccessible } from './support/accessibility';
import { mailedCardNumber } from './support/mail';
import { expect, test } from './support/test';

async function checkBalance(page: Page, number: string, balance: string) {
  const form = page.getByRole('form', { name: 'Check your balance' });
  await form.getByLabel('Card number').fill(number);
  await form.getByRole('button', { name: 'Check' }).click();
  const dialog = new Dialog(page, 'Sparkle Card Balance');
  await expect(dialog.root).toContainText(`Balance: ${balance}`);
  await expectAccessible(page, 'balance');
  await dialog.root.getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog.root).toHaveCount(0);
}

test('a gift card is bought, checked and reloaded', async ({ page, visit, shell, customerOf }) => {
  const person = await customerOf('sparkle');
  const shop = new Shop(page);
  await visit('sparkle', shell.path.giftCards);
  const buy = (price: string, name: string) =>
    page.getByRole('button', { name: shell.giftCard(price, name), exact: true });

  await test.step('the number is checked before anybody is asked', async () => {
    const field = page.getByRole('form', { name: 'Check your balance' }).getByLabel('Card number');
    await field.fill('9000x');
    await field.blur();
    await expect(page.getByText('Must only include numbers')).toBeVisible();
    await field.fill('4242424242424243');
    await expect(field).toHaveValue('4242-4242-4242-4243');
    await expect(page.getByText('Enter a valid card number.')).toBeVisible();
    await field.fill('');
  });
  await test.step('bought at once, past the cart', async () => {
    await expect(page.getByRole('button', { name: /to cart$/ })).toHaveCount(0);
    await buy('$25', 'Sparkle Card 25').click();
    await new CardForm(page).save('4242 4242 4242 4242');
    await shop.confirmTotal();
    await new Dialog(page, 'Success').press('Close');
  });
  const number = await mailedCardNumber(person.email);
  await checkBalance(page, number, '$25.00');

  await test.step('a reload asks for the card and offers the one just looked at', async () => {
    await shell.openReloads(page);
    await buy('$50', 'Reload 50').click();
    const { root } = new Dialog(page, 'Reload 50');
    await expect(root.getByLabel('Card number')).toHaveValue(/^9\d{3}-\d{4}/);
    await root.getByRole('button', { name: 'Continue' }).click();
    await shop.confirmTotal();
    await new Dialog(page, 'Success').press('Close');
  });
  await checkBalance(page, number, '$75.00');
});

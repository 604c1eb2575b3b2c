import { fillVehicle } from './pages/account';
import { CardForm } from './pages/card-form';
import { Dialog } from './pages/dialog';
import { Shop } from './pages/shop';
import { expectAccessible } from './support/accessibility';
import { expect, test } from './support/test';

test('checkout: a customer joins a club and orders a towel', async ({ page, visit, shell, customerOf }) => {
  await customerOf('sparkle');
  const shop = new Shop(page);

  await test.step('one club at a time', async () => {
    await visit('sparkle', shell.path.clubs);
    await shop.add('Sunrise Club');
    await shop.add('Glow Club');
    await new Dialog(page, 'Replace club in cart?').press('Yes');
    await expect(page.getByRole('button', { name: 'Glow Club added to cart' })).toBeDisabled();
  });
  await visit('sparkle', '/shop/merch');
  await expect(page.getByRole('button', { name: 'Buy Now: Sparkle trucker cap' })).toBeDisabled();
  await shop.add('Drying towel, two');

  await test.step('the terms come before the checkout', async () => {
    await shop.openCheckout();
    await expect(page.getByRole('region', { name: 'Wash Club' })).not.toContainText('Sunrise');
    await page.getByRole('button', { name: /^Checkout ·/ }).click();
    await expect(page.getByLabel('I accept the Wash Club terms')).toBeFocused();
    await page.getByLabel('I accept the Wash Club terms').check();
    await shop.pay();
  });
  await new CardForm(page).save('4242 4242 4242 4242');
  await test.step('a club asks for the vehicle', async () => {
    const { root } = new Dialog(page, 'Add vehicle');
    await fillVehicle(root, 'AB 123');
    await expectAccessible(page, 'vehicle');
    await root.getByRole('button', { name: 'Save' }).click();
  });
  await test.step('a towel asks where to before anything is to be paid', async () => {
    const { root } = new Dialog(page, 'Shipping address');
    await root.getByLabel('Address', { exact: true }).fill('1 Palm Lane');
    await root.getByLabel('City').fill('Phoenix');
    await root.getByLabel('State').selectOption('AZ');
    await root.getByLabel('ZIP / postal code').fill('85004');
    await root.getByLabel('This is my home address').check();
    await expectAccessible(page, 'address');
    await root.getByRole('button', { name: 'Continue' }).click();
  });
  await shop.confirmTotal();
  await new Dialog(page, 'Success').press('Show my membership');

  await test.step('the membership is in the wallet and on the page of clubs', async () => {
    const summary = page.getByRole('region', { name: 'Wash Club' });
    await expect(summary).toContainText('Glow Club');
    await expect(summary).toContainText('AB123');
    await summary.getByRole('link', { name: 'My membership' }).click();
    await expect(summary.getByText('Active')).toBeVisible();
    await expectAccessible(page, 'membership');
    await page.getByRole('button', { name: 'View Clubs' }).click();
    await expect(page.getByRole('heading', { name: 'Works Club' })).toBeVisible();
  });
  await test.step('a cheaper club follows on the next billing date, unless the own one is kept', async () => {
    await shop.add('Sunrise Club');
    await shop.openCheckout();
    await expect(page.getByText(/^\$\d+\.\d\d per month from /)).toBeVisible();
    await page.getByLabel('I accept the Wash Club terms').check();
    await shop.pay();
    await shop.confirmTotal();
    await new Dialog(page, 'Success').press('Show my membership');
    const summary = page.getByRole('region', { name: 'Wash Club' });
    await expect(summary).toContainText('Sunrise Club starts on');
    await summary.getByRole('link', { name: 'My membership' }).click();
    await summary.getByRole('button', { name: 'Keep Glow Club' }).click();
    await expect(summary).not.toContainText('Sunrise Club starts on');
  });
  await test.step('and where the shell shows it beside', async () => {
    await visit('sparkle', shell.path.membership);
    await expect(page.getByRole('region', { name: 'Wash Club' })).toContainText('Glow Club');
  });
  await visit('sparkle', '/purchaseHistory');
  await expect(page.getByText('Merchandise · Ready to pack')).toBeVisible();
  await test.step('the next parcel may go home', async () => {
    await visit('sparkle', '/shop/merch');
    await shop.buy('Saguaro air freshener');
    const { root } = new Dialog(page, 'Shipping address');
    await expect(root.getByLabel('Use Home Address')).toBeChecked();
    await root.getByRole('button', { name: 'Continue' }).click();
    await shop.confirmTotal();
    await new Dialog(page, 'Success').press('Close');
  });
});

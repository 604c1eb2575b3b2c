import { fillVehicle } from './pages/account';
import { CardForm } from './pages/card-form';
import { Dialog } from './pages/dialog';
import { expect, test } from './support/test';

test('five clicks on the title sign up a test customer', async ({ page, visit }) => {
  await visit('sparkle', '/logIn');
  const title = page.getByRole('heading', { name: 'Welcome back' });
  for (let press = 0; press < 5; press += 1) await title.click();
  const dialog = new Dialog(page, 'Test sign-up');
  await dialog.root.getByLabel('Password', { exact: true }).fill('Rinse&Foam8');
  await dialog.press('Sign Up');
  await expect(page.getByText(/^Logged in as test customer test\.\w+@example\.com$/)).toBeVisible();
  await expect(page).not.toHaveURL(/logIn/);
});

test('a new card is stored before rejoining a club', async ({ page, visit, customerOf }) => {
  await customerOf('sparkle');
  await visit('sparkle', '/testing/resignup');
  await page.getByRole('button', { name: 'Add card' }).click();
  await new CardForm(page).save('4242 4242 4242 4242');
  const club = page.getByRole('region', { name: '2. Wash club' });
  await expect(club.getByLabel('Product ID')).toHaveValue('52');
  const signUp = club.getByRole('button', { name: 'Sign Up' });
  await club.getByLabel('I accept the Wash Club terms').click();
  await signUp.click();

  const vehicle = new Dialog(page, 'Add vehicle');
  await vehicle.press('Cancel');
  await expect(club.getByRole('alert')).toHaveText('Add your vehicle before you join a wash club.');
  await signUp.click();
  await fillVehicle(vehicle.root, 'RE 52');
  await vehicle.press('Save');
  await new Dialog(page, 'Success').press('Show my membership');
  await expect(page).toHaveURL(/\/wallet/);
  await expect(page.getByRole('region', { name: 'Wash Club' })).toContainText('Sunrise Club');
});

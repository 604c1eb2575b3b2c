import { CardForm } from './pages/card-form';
import { enterAs } from './support/customers';
import { demoCustomer } from './support/people';
import { expect, test } from './support/test';

test('five presses on the title sign a test customer up', async ({ page, visit }) => {
  await visit('sparkle', '/logIn');
  const title = page.getByRole('heading', { name: 'Welcome back' });
  for (let press = 0; press < 5; press += 1) await title.click();
  await expect(page.getByText(/^You are test\.\w+@example\.com, for testing\.$/)).toBeVisible();
  await expect(page).not.toHaveURL(/logIn/);
});

test('a card is stored anew before signing back up to a club', async ({ page, visit }) => {
  await enterAs(page, 'sparkle', demoCustomer('sparkle'));
  await visit('sparkle', '/testing/resignup');
  await page.getByRole('button', { name: 'Add a card' }).click();
  await new CardForm(page).save('4242 4242 4242 4242');
  const club = page.getByRole('region', { name: '2. Wash club' });
  await expect(club.getByLabel('Product id')).toHaveValue('52');
  await expect(club.getByRole('button', { name: 'Sign Up' })).toBeDisabled();
  await club.getByLabel('I accept the terms of the wash club.').click();
  await expect(club.getByRole('button', { name: 'Sign Up' })).toBeEnabled();
});

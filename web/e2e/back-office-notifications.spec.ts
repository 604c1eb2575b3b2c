import { expectAccessibleInBothSchemes } from './support/accessibility';
import { callApi } from './support/api';
import { enterAs, logIn, newCustomer } from './support/customers';
import { demoOwner } from './support/people';
import { expect, test } from './support/test';

test('a customer is written to, and many only by who says how many they are', async ({ page, visit }, {
  project,
}) => {
  const site = project.name === 'phone' ? 'bluewave' : 'sparkle';
  const ada = await newCustomer(site, { confirmed: false, wantsNews: true });
  await newCustomer(site, { confirmed: false, wantsNews: true });
  const { accessToken } = await logIn(site, ada);
  const inbox = () =>
    callApi<{ body: string }[]>(site, '/users/notifications', undefined, {
      token: accessToken,
      method: 'PATCH',
    });
  await enterAs(page, site, demoOwner(site));
  await visit(site, '/mmtpo/notifications');
  await expectAccessibleInBothSchemes(page, 'notifications');

  const one = page.getByRole('form', { name: 'To one customer' });
  await one.getByLabel('E-mail of the customer').fill('nobody@example.com');
  await one.getByRole('button', { name: 'Send' }).click();
  await expect(one.getByText('There is no customer with this email address.').first()).toBeVisible();
  await one.getByLabel('E-mail of the customer').fill(ada.email);
  await one.getByLabel(/^Message/).fill('Your umbrella is here.');
  await one.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Sent', { exact: true }).first()).toBeVisible();
  expect((await inbox())[0]?.body).toBe('Your umbrella is here.');

  const many = page.getByRole('form', { name: 'To many customers' });
  const said = await many.getByText(/^\d+ customers? who wants? offers and news gets? it\.$/).textContent();
  const count = /\d+/.exec(said ?? '')?.[0] ?? '';
  await many.getByLabel('Message').fill('Half price in the rain');
  await many.getByLabel('Type how many they are to confirm').fill('0');
  await many.getByRole('button', { name: 'Send to all of them' }).click();
  await expect(many.getByText('This is not how many they are.').first()).toBeVisible();
  await many.getByLabel('Type how many they are to confirm').fill(count);
  await many.getByRole('button', { name: 'Send to all of them' }).click();
  await expect(page.getByText(`On its way to ${count} customers.`)).toBeVisible();
  await expect.poll(async () => (await inbox())[0]?.body).toBe('Half price in the rain');
  await expect(page.getByText('Half price in the rain').first()).toBeVisible();
});

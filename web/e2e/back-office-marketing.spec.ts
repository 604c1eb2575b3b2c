import { expectAccessibleInBothSchemes } from './support/accessibility';
import { callApi } from './support/api';
import { enterAs, logIn, newCustomer } from './support/customers';
import { demoOwner } from './support/people';
import { expect, test } from './support/test';

test('marketing: a notification to one customer, and to a segment after its size is typed', async ({
  page,
  visit,
}, { project }) => {
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
  await visit(site, '/mmtpo/marketing');
  await expectAccessibleInBothSchemes(page, 'notifications');

  const one = page.getByRole('form', { name: 'One customer' });
  await one.getByLabel('Customer email').fill('nobody@example.com');
  await one.getByRole('button', { name: 'Send notification' }).click();
  await expect(one.getByText('No customer has this email address.').first()).toBeVisible();
  await one.getByLabel('Customer email').fill(ada.email);
  await one.getByLabel(/^Message/).fill('Your umbrella is here.');
  await one.getByRole('button', { name: 'Send notification' }).click();
  await expect(page.getByText('Notification sent', { exact: true }).first()).toBeVisible();
  expect((await inbox())[0]?.body).toBe('Your umbrella is here.');

  const many = page.getByRole('form', { name: 'Customer segment' });
  const said = await many.getByText(/^\d+ opted-in customers? will receive this\.$/).textContent();
  const count = /\d+/.exec(said ?? '')?.[0] ?? '';
  await many.getByLabel('Message').fill('Half price in the rain');
  await many.getByLabel('Enter the number of recipients to confirm').fill('0');
  await many.getByRole('button', { name: 'Send to all' }).click();
  await expect(many.getByText("The number doesn't match.").first()).toBeVisible();
  await many.getByLabel('Enter the number of recipients to confirm').fill(count);
  await many.getByRole('button', { name: 'Send to all' }).click();
  await expect(page.getByText(`Sending to ${count} customers`)).toBeVisible();
  await expect.poll(async () => (await inbox())[0]?.body).toBe('Half price in the rain');
  await expect(page.getByText('Half price in the rain').first()).toBeVisible();
});

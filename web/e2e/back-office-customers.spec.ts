import { readFileSync } from 'node:fs';
import { Dialog } from './pages/dialog';
import { expectAccessibleInBothSchemes } from './support/accessibility';
import { callApi } from './support/api';
import { enterAs, logIn, newCustomer } from './support/customers';
import { demoOwner } from './support/people';
import { expect, test } from './support/test';

test('customers: found, edited, blocked and deleted', async ({ page, visit }, { project }) => {
  const site = project.name === 'phone' ? 'bluewave' : 'sparkle';
  const ada = await newCustomer(site, { confirmed: false });
  await enterAs(page, site, demoOwner(site));
  await visit(site, '/mmtpo/customers');
  await expectAccessibleInBothSchemes(page, 'customers');

  await test.step('the list is narrowed, and taken away as it is', async () => {
    await page.getByRole('searchbox').fill(ada.email);
    await expect(page).toHaveURL(/q=ada/);
    await expect(page.getByRole('main').getByText(ada.email)).toBeVisible();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export 1 row as CSV' }).click();
    const asked = page.getByRole('dialog', { name: 'Enter your password' });
    await asked.getByLabel('Password', { exact: true }).fill(demoOwner(site).password);
    await asked.getByRole('button', { name: 'Unlock' }).click();
    const csv = readFileSync(await (await downloading).path(), 'utf8');
    expect(csv).toContain(ada.email);
    await page
      .getByRole('main')
      .getByRole('link', { name: `${ada.firstName} ${ada.lastName}` })
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${ada.firstName} ${ada.lastName}`);
    await expectAccessibleInBothSchemes(page, 'a customer');
  });

  await test.step('what is given lies in the wallet', async () => {
    await page.getByRole('button', { name: 'Give free wash…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Give free wash' });
    const what = dialog.getByLabel('Item');
    // The washes are on their way.
    await expect(what.getByRole('option')).not.toHaveCount(1);
    await what.selectOption({ index: 1 });
    await dialog.getByLabel('Reason').fill('The foam was out');
    await expectAccessibleInBothSchemes(page, 'a grant');
    await dialog.getByRole('button', { name: 'Give wash' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(/ending in \d{4}/)).toBeVisible();
    const wallet = await callApi<unknown[]>(site, '/users/wallet', undefined, {
      token: (await logIn(site, ada)).accessToken,
    });
    expect(wallet).toHaveLength(1);
  });

  await test.step('points and account are corrected', async () => {
    await page.getByRole('button', { name: 'Adjust points…' }).click();
    const points = page.getByRole('dialog', { name: 'Adjust points' });
    await points.getByLabel('Points', { exact: true }).fill('250');
    await points.getByLabel('Reason').fill('A rainy day');
    await points.getByRole('button', { name: 'Save' }).click();
    await expect(points).toBeHidden();
    await expect(page.getByText('+250')).toBeVisible();
    await page.getByRole('button', { name: 'Edit contact details…' }).click();
    const contact = page.getByRole('dialog', { name: 'Edit contact details' });
    await contact.getByLabel('Last name').fill('Hill');
    await contact.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${ada.firstName} Hill`);
    await page.getByRole('button', { name: 'Edit vehicle…' }).click();
    const vehicle = page.getByRole('dialog', { name: 'Edit vehicle' });
    await vehicle.getByLabel('Make').fill('Saab');
    await vehicle.getByLabel('Model').fill('900');
    await vehicle.getByLabel('Color').fill('Red');
    await vehicle.getByLabel('Year').fill('1990');
    await vehicle.getByLabel('License plate').fill('foam 2');
    await vehicle.getByLabel('State').selectOption({ index: 1 });
    await vehicle.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('FOAM2')).toBeVisible();
  });

  await test.step('who is blocked is told so at the door', async () => {
    await page.getByRole('button', { name: 'Block account…' }).click();
    const block = page.getByRole('dialog', { name: `Block ${ada.email}?` });
    await block.getByLabel('Reason').fill('Charged back twice');
    await block.getByRole('button', { name: 'Block' }).click();
    await expect(page.getByText('Charged back twice', { exact: true })).toBeVisible();
    await expect(logIn(site, ada)).rejects.toThrow(/account_blocked/);
    await page.getByRole('button', { name: 'Unblock' }).click();
    await new Dialog(page, 'Unblock account?').press('Unblock');
    await expect(page.getByRole('button', { name: 'Block account…' })).toBeVisible();
    await page.getByRole('button', { name: 'Log out everywhere' }).click();
    await new Dialog(page, 'Log out everywhere?').press('Log out');
    await expect(page.getByText('Logged out everywhere').last()).toBeVisible();
  });

  await test.step('nothing is deleted before the address was typed', async () => {
    await page.getByRole('button', { name: 'Delete account…' }).click();
    const remove = page.getByRole('dialog', { name: 'Delete account?' });
    await remove.getByLabel('Reason').fill('Asked by letter');
    await remove.getByLabel('Confirmation').fill('somebody@example.com');
    await remove.getByLabel('Confirmation').blur();
    await expect(remove.getByText("The text doesn't match.").first()).toBeVisible();
    await remove.getByLabel('Confirmation').fill(ada.email);
    await remove.getByRole('button', { name: 'Delete' }).click();
    await expect(page).toHaveURL(/\/mmtpo\/customers$/);
    await visit(site, `/mmtpo/customers?q=${encodeURIComponent(ada.email)}`);
    await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible();
  });
});

test('customers: an order links to its customer; unknown customers show an error', async ({
  page,
  visit,
}) => {
  await enterAs(page, 'sparkle', demoOwner('sparkle'));
  await visit('sparkle', '/mmtpo/orders');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^1\d{5}$/ })
    .first()
    .click();
  await page.getByRole('region', { name: 'Customer' }).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/mmtpo\/customers\/\d+$/);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: /^Order 1/ })).toBeVisible();
  await visit('sparkle', '/mmtpo/customers/999999');
  await expect(page.getByRole('heading', { name: '404, Page Not Found.', level: 2 })).toBeVisible();
});

import { randomBytes } from 'node:crypto';
import { Dialog } from './pages/dialog';
import { expectAccessibleInBothSchemes } from './support/accessibility';
import { enterAs, newCustomer } from './support/customers';
import { origin } from './support/environment';
import { mailedLink } from './support/mail';
import { demoOwner } from './support/people';
import { expect, test } from './support/test';

const password = 'Foamy-Lane-42';

test('team: a teammate is invited, joins, changes role and is removed', async ({ page, visit, browser }) => {
  const email = `eve.${randomBytes(4).toString('hex')}@example.com`;
  await enterAs(page, 'tidal', demoOwner('tidal'));
  await visit('tidal', '/mmtpo/team');
  await page.getByRole('button', { name: 'Invite teammate' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite teammate' });
  await dialog.getByLabel('First name').fill('Eve');
  await dialog.getByLabel('Last name').fill('Lane');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Role', { exact: true }).selectOption('manager');
  await expectAccessibleInBothSchemes(page, 'an invitation');
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText(`Invitation sent to ${email}`)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Invitations' }).getByText(email)).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'people');

  const eve = await (await browser.newContext()).newPage();
  await eve.goto(await mailedLink(email, 'invitation'));
  await expect(eve.getByRole('heading', { level: 2, name: /^Join the .* team$/ })).toBeVisible();
  expect(eve.url()).not.toContain('token');
  await expectAccessibleInBothSchemes(eve, 'an invitation that is opened');
  await expect(eve.getByLabel('First name')).toHaveValue('Eve');
  await eve.getByLabel('Cell phone number').fill('6045550143');
  await eve.getByLabel('Password', { exact: true }).fill(password);
  await eve.getByRole('button', { name: 'Accept invitation' }).click();
  await expect(eve.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
  await expect(eve.getByRole('link', { name: 'Audit log' })).toBeVisible();
  await expect(eve.getByRole('link', { name: 'Team' })).toBeHidden();

  await page.reload();
  await page.getByRole('searchbox').fill(email);
  await page.getByRole('button', { name: 'Change role: Eve Lane' }).click();
  const role = page.getByRole('dialog', { name: "Change Eve Lane's role" });
  await role.getByRole('combobox', { name: 'Role' }).selectOption('attendant');
  await role.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Role changed')).toBeVisible();
  await eve.reload();
  await expect(eve.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible();
  await expect(eve.getByRole('link', { name: 'Audit log' })).toBeHidden();

  await page.getByRole('button', { name: 'Remove: Eve Lane' }).click();
  const remove = page.getByRole('dialog', { name: 'Remove Eve Lane from the team?' });
  await remove.getByLabel('Password', { exact: true }).fill('Wrong-1234');
  await remove.getByRole('button', { name: 'Remove' }).click();
  await expect(remove.getByText('Incorrect Password')).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'the dialog to remove a teammate');
  await remove.getByLabel('Password', { exact: true }).fill(demoOwner('tidal').password);
  await remove.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Eve Lane removed')).toBeVisible();
  await eve.goto(`${origin('tidal')}/mmtpo/orders`);
  await expect(eve.getByRole('heading', { level: 1, name: 'Orders' })).toBeHidden();
});

test('team: a customer accepts with an existing account; an invitation is withdrawn', async ({
  page,
  visit,
  browser,
}) => {
  const ada = await newCustomer('tidal');
  await enterAs(page, 'tidal', demoOwner('tidal'));
  await visit('tidal', '/mmtpo/team');
  const invite = async () => {
    await page.getByRole('button', { name: 'Invite teammate' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite teammate' });
    await dialog.getByLabel('First name').fill('Ada');
    await dialog.getByLabel('Last name').fill('Byron');
    await dialog.getByLabel('Email').fill(ada.email);
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await expect(page.getByText(`Invitation sent to ${ada.email}`)).toBeVisible();
  };
  await invite();
  const link = await mailedLink(ada.email, 'invitation');
  await page.getByRole('button', { name: 'Withdraw: Ada Byron' }).click();
  await new Dialog(page, "Withdraw Ada Byron's invitation?").press('Withdraw');
  await expect(page.getByText('Invitation withdrawn')).toBeVisible();
  const guest = await (await browser.newContext()).newPage();
  await guest.goto(link);
  await expect(guest.getByRole('heading', { name: "This invitation can't be used" })).toBeVisible();

  await invite();
  await expect.poll(() => mailedLink(ada.email, 'invitation')).not.toBe(link);
  await guest.goto(await mailedLink(ada.email, 'invitation'));
  await expect(
    guest.getByText(`Use your existing account, ${ada.email}, with its current password.`),
  ).toBeVisible();
  await guest.getByRole('button', { name: 'Accept invitation' }).click();
  await expect(guest.getByRole('heading', { name: "You're on the team" })).toBeVisible();
  await expectAccessibleInBothSchemes(guest, 'an invitation that is accepted');
});

test('audit log: viewed, filtered and exported', async ({ page, visit }) => {
  await enterAs(page, 'sparkle', demoOwner('sparkle'));
  await visit('sparkle', '/mmtpo/audit-log');
  await expect(page.getByRole('table', { name: 'Audit log' })).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'audit');
  await page.getByLabel('Event', { exact: true }).selectOption({ label: 'Logged in' });
  await expect(page).toHaveURL(/act=log_in/);
  await page.getByRole('button', { name: 'Details: Logged in' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Logged in' });
  await expect(dialog.getByText('Owner')).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'an entry of the audit');
  await dialog.getByRole('button', { name: 'Close' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /as CSV/ }).click();
  expect((await download).suggestedFilename()).toMatch(/^sparkle-audit-/);
  await page.goBack();
  await expect(page).not.toHaveURL(/act=log_in/);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectAccessibleInBothSchemes(page, 'audit on a small phone');
});

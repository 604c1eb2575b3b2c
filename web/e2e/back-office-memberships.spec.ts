import { Dialog } from './pages/dialog';
import { expectAccessibleInBothSchemes } from './support/accessibility';
import { enterAs } from './support/customers';
import { demoCustomer, demoOwner } from './support/people';
import { expect, test } from './support/test';

test('memberships: a member is found, paused and resumed', async ({ page, visit }, { project }) => {
  const site = project.name === 'phone' ? 'bluewave' : 'sparkle';
  const { email } = demoCustomer(site);
  await enterAs(page, site, demoOwner(site));
  await visit(site, `/mmtpo/memberships?q=${encodeURIComponent(email)}`);
  await expect(page.getByText(email)).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'members');

  await page.getByRole('button', { name: /^Pause: / }).click();
  const pause = page.getByRole('dialog', { name: /^Pause / });
  await expect(pause.getByLabel('Resumes on')).not.toHaveValue('');
  await expectAccessibleInBothSchemes(page, 'a pause');
  await pause.getByLabel('Resumes on').fill('2099-01-01');
  await pause.getByRole('button', { name: 'Pause' }).click();
  await expect(pause.getByText('A pause can last up to six months.')).toBeVisible();
  const soon = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
  await pause.getByLabel('Resumes on').fill(soon);
  await pause.getByRole('button', { name: 'Pause' }).click();
  await expect(pause).toBeHidden();
  await expect(page.getByText(/Paused until/)).toBeVisible();

  await page.getByRole('button', { name: /^Resume: / }).click();
  await new Dialog(page, 'Resume membership?').press('Resume');
  await expect(page.getByText('Membership resumed')).toBeVisible();
  await expect(page.getByText(/Renews/)).toBeVisible();

  await page.getByRole('button', { name: /^End: / }).click();
  const end = page.getByRole('dialog', { name: 'End membership' });
  await expect(end).toContainText(/stays active until .+, and billing stops/);
  await expectAccessibleInBothSchemes(page, 'the end of a membership');
  await end.getByLabel('End date').selectOption('Now');
  await end.getByRole('button', { name: 'Continue' }).click();
  await new Dialog(page, 'End membership?').press('Cancel');
  await expect(page.getByText(/Renews/)).toBeVisible();
});

test('memberships: a price change needs confirmation to notify members', async ({ page, visit }) => {
  await enterAs(page, 'sparkle', demoOwner('sparkle'));
  await visit('sparkle', '/mmtpo/memberships');
  await page.getByRole('button', { name: 'Schedule price change' }).click();
  const dialog = page.getByRole('dialog', { name: 'Schedule price change' });
  await dialog.getByLabel('Club').selectOption({ index: 1 });
  await dialog.getByLabel('Monthly price (before tax)').fill('49.99');
  await expectAccessibleInBothSchemes(page, 'a price');
  await dialog.getByRole('button', { name: 'Schedule change' }).click();
  const question = new Dialog(page, 'Notify every member?');
  await expect(question.root).toContainText('$49.99');
  await question.press('Cancel');
  await expect(dialog).toBeVisible();
});

test('memberships: a club change is scheduled, undone, and the membership canceled @desktop', async ({
  page,
  visit,
}) => {
  // Once only, and of a site where no other test has to do with the member.
  const { email } = demoCustomer('foamco');
  await enterAs(page, 'foamco', demoOwner('foamco'));
  await visit('foamco', `/mmtpo/memberships?lang=en-CA&q=${encodeURIComponent(email)}`);
  await page.getByRole('button', { name: /^Change club: / }).click();
  const dialog = page.getByRole('dialog', { name: 'Change club' });
  await expect(dialog).toContainText(/Club Totale stays active until .+ The new club/);
  const club = dialog.getByLabel('Club', { exact: true });
  await expect(club.getByRole('option')).toHaveCount(4);
  const move = dialog.getByRole('button', { name: 'Change club', exact: true });

  await test.step('to the club that it is already, it is not', async () => {
    await club.selectOption({ label: 'Club Totale, $49.00/month' });
    await dialog.getByLabel('Reason').fill('Washes less in winter');
    await move.click();
    await expect(dialog.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible();
  });
  // Not the price of the first month, which is half of it.
  await club.selectOption({ label: 'Club Mousse, $32.00/month' });
  await expectAccessibleInBothSchemes(page, 'a move to another club');
  await move.click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Club change scheduled')).toBeVisible();
  // The paid period continues.
  await expect(page.getByRole('cell', { name: 'Club Totale' })).toBeVisible();
  await expect(page.getByRole('cell', { name: /^Club Mousse from / })).toBeVisible();

  await test.step('undo the move', async () => {
    await page.getByRole('button', { name: /^Undo change: / }).click();
    const question = new Dialog(page, 'Undo club change?');
    await expect(question.root).toContainText('stays in Club Totale');
    await question.press('Undo change');
    await expect(page.getByText('Club change undone')).toBeVisible();
    await expect(page.getByRole('cell', { name: /^Renews / })).toBeVisible();
  });

  await test.step('end the membership with the paid month, and come to its refund', async () => {
    await page.getByRole('button', { name: /^End: / }).click();
    const end = page.getByRole('dialog', { name: 'End membership' });
    await end.getByLabel('End date').selectOption('End of the billing period');
    await end.getByLabel(/^Refund the period from /).check();
    await end.getByRole('button', { name: 'Continue' }).click();
    await new Dialog(page, 'End membership after the paid period?').press('End membership');
    const refund = page.getByRole('dialog', { name: /^Refund order / });
    await expect(refund.getByText('Club Totale')).toBeVisible();
    await refund.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('cell', { name: /^Ends / })).toBeVisible();
  });

  await visit('foamco', '/mmtpo/audit-log?lang=en-CA');
  const moved = page.getByRole('row').filter({ hasText: 'Club changed' });
  await moved.getByRole('button', { name: /Details/ }).click();
  await expect(page.getByRole('dialog')).toContainText('Washes less in winter');
});

import { Dialog } from './pages/dialog';
import { expectAccessibleInBothSchemes } from './support/accessibility';
import { enterAs } from './support/customers';
import { demoCustomer, demoOwner } from './support/people';
import { expect, test } from './support/test';

test('a member is found, and the membership is paused and goes on', async ({ page, visit }, { project }) => {
  const site = project.name === 'phone' ? 'bluewave' : 'sparkle';
  const { email } = demoCustomer(site);
  await enterAs(page, site, demoOwner(site));
  await visit(site, `/mmtpo/clubs?q=${encodeURIComponent(email)}`);
  await expect(page.getByText(email)).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'members');

  await page.getByRole('button', { name: /^Pause: / }).click();
  const pause = page.getByRole('dialog', { name: /^Pause / });
  await expect(pause.getByLabel('Goes on again on')).not.toHaveValue('');
  await expectAccessibleInBothSchemes(page, 'a pause');
  await pause.getByLabel('Goes on again on').fill('2099-01-01');
  await pause.getByRole('button', { name: 'Pause' }).click();
  await expect(pause.getByText('A pause lasts for six months at most.')).toBeVisible();
  const soon = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
  await pause.getByLabel('Goes on again on').fill(soon);
  await pause.getByRole('button', { name: 'Pause' }).click();
  await expect(pause).toBeHidden();
  await expect(page.getByText(/Paused until/)).toBeVisible();

  await page.getByRole('button', { name: /^Resume: / }).click();
  await new Dialog(page, 'Go on with this membership?').press('Resume');
  await expect(page.getByText('The membership goes on.')).toBeVisible();
  await expect(page.getByText(/Billed on/)).toBeVisible();

  await page.getByRole('button', { name: /^End: / }).click();
  const end = page.getByRole('dialog', { name: 'End membership' });
  await expect(end).toContainText(/can be used until .+, and nothing more is charged/);
  await expectAccessibleInBothSchemes(page, 'the end of a membership');
  await end.getByLabel('Ends').selectOption('Now');
  await end.getByRole('button', { name: 'Continue' }).click();
  await new Dialog(page, 'End this membership?').press('Cancel');
  await expect(page.getByText(/Billed on/)).toBeVisible();
});

test('a price is announced only to who agrees to tell every member', async ({ page, visit }) => {
  await enterAs(page, 'sparkle', demoOwner('sparkle'));
  await visit('sparkle', '/mmtpo/clubs');
  await page.getByRole('button', { name: 'Announce a price' }).click();
  const dialog = page.getByRole('dialog', { name: 'Announce a price' });
  await dialog.getByLabel('Club').selectOption({ index: 1 });
  await dialog.getByLabel('Monthly price before tax').fill('49.99');
  await expectAccessibleInBothSchemes(page, 'a price');
  await dialog.getByRole('button', { name: 'Announce' }).click();
  const question = new Dialog(page, 'Tell every member?');
  await expect(question.root).toContainText('$49.99');
  await question.press('Cancel');
  await expect(dialog).toBeVisible();
});

test('a member is moved to another club, kept in the club, and leaves it with the paid month @desktop', async ({
  page,
  visit,
}) => {
  // Once only, and of a site where no other test has to do with the member.
  const { email } = demoCustomer('foamco');
  await enterAs(page, 'foamco', demoOwner('foamco'));
  await visit('foamco', `/mmtpo/clubs?lang=en-CA&q=${encodeURIComponent(email)}`);
  await page.getByRole('button', { name: /^Move: / }).click();
  const dialog = page.getByRole('dialog', { name: 'Move to another club' });
  await expect(dialog).toContainText(/Club Totale goes on until .+ From then on the other club/);
  const club = dialog.getByLabel('Club', { exact: true });
  await expect(club.getByRole('option')).toHaveCount(4);
  const move = dialog.getByRole('button', { name: 'Move', exact: true });
  await expect(move).toBeDisabled();

  await test.step('to the club that it is already, it is not', async () => {
    await club.selectOption({ label: 'Club Totale, $49.00 a month' });
    await dialog.getByLabel('Why').fill('Washes less in winter');
    await move.click();
    await expect(dialog.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible();
  });
  // Not the price of the first month, which is half of it.
  await club.selectOption({ label: 'Club Mousse, $32.00 a month' });
  await expectAccessibleInBothSchemes(page, 'a move to another club');
  await move.click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('The member is moved as the month ends.')).toBeVisible();
  // What is paid for goes on.
  await expect(page.getByRole('cell', { name: 'Club Totale' })).toBeVisible();
  await expect(page.getByRole('cell', { name: /^Club Mousse from / })).toBeVisible();

  await test.step('undo the move', async () => {
    await page.getByRole('button', { name: /^Undo move: / }).click();
    const question = new Dialog(page, 'Undo the move?');
    await expect(question.root).toContainText('stays in Club Totale');
    await question.press('Undo move');
    await expect(page.getByText('Move undone')).toBeVisible();
    await expect(page.getByRole('cell', { name: /^Billed on / })).toBeVisible();
  });

  await test.step('end the membership with the paid month, and come to its refund', async () => {
    await page.getByRole('button', { name: /^End: / }).click();
    const end = page.getByRole('dialog', { name: 'End membership' });
    await end.getByLabel('Ends').selectOption('At the end of the paid month');
    await end.getByLabel(/^Refund the month from /).check();
    await end.getByRole('button', { name: 'Continue' }).click();
    await new Dialog(page, 'End membership with the paid month?').press('End membership');
    const refund = page.getByRole('dialog', { name: /^Refund of order / });
    await expect(refund.getByText('Club Totale')).toBeVisible();
    await refund.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('cell', { name: /^Ends on / })).toBeVisible();
  });

  await visit('foamco', '/mmtpo/audit?lang=en-CA');
  const moved = page.getByRole('row').filter({ hasText: 'Member moved to another club' });
  await moved.getByRole('button', { name: /Details/ }).click();
  await expect(page.getByRole('dialog')).toContainText('Washes less in winter');
});

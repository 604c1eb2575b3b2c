import { randomBytes } from 'node:crypto';
import { expectAccessibleInBothSchemes } from './support/accessibility';
import { enterAs } from './support/customers';
import { demoOwner } from './support/people';
import { expect, test } from './support/test';

test('setup guide: steps link to their pages; dismissed for the team and restored', async ({
  page,
  visit,
}) => {
  await enterAs(page, 'northstar', demoOwner('northstar'));
  await visit('northstar', '/mmtpo');
  const steps = page.getByRole('region', { name: 'Setup guide' });
  await expect(steps.getByRole('heading', { name: 'Add your first product – done' })).toBeVisible();
  const people = steps.getByRole('heading', { name: 'Invite your team', exact: true });
  await expect(people).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'the first steps');
  await page.setViewportSize({ width: 320, height: 640 });
  await expectAccessibleInBothSchemes(page, 'the first steps on a small phone');
  await page.setViewportSize({ width: 1440, height: 900 });

  await steps.getByRole('link', { name: 'Invite teammate' }).click();
  await page.getByRole('button', { name: 'Invite teammate' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite teammate' });
  await dialog.getByLabel('First name').fill('Eve');
  await dialog.getByLabel('Last name').fill('Lane');
  await dialog.getByLabel('Email').fill(`eve.${randomBytes(4).toString('hex')}@example.com`);
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('navigation').getByRole('link', { name: 'Home' }).click();
  await expect(people).toBeHidden();
  await expect(steps.getByRole('heading', { name: 'Invite your team – done' })).toBeVisible();

  await steps.getByRole('button', { name: 'Dismiss' }).click();
  await expect(steps).toBeHidden();
  await page.reload();
  const back = page.getByRole('button', { name: 'Show setup guide' });
  await expect(back).toBeVisible();
  await expect(steps).toBeHidden();
  await back.click();
  await expect(steps).toBeVisible();
});

import { randomBytes } from 'node:crypto';
import { expectAccessibleInBothSchemes } from './support/accessibility';
import { enterAs } from './support/customers';
import { demoOwner } from './support/people';
import { expect, test } from './support/test';

test('the first steps lead where each is taken, are put aside for all, and brought back', async ({
  page,
  visit,
}) => {
  await enterAs(page, 'northstar', demoOwner('northstar'));
  await visit('northstar', '/mmtpo');
  const steps = page.getByRole('region', { name: 'First steps' });
  await expect(steps.getByRole('heading', { name: 'Put something on sale – done' })).toBeVisible();
  const people = steps.getByRole('heading', { name: 'Invite who works with you', exact: true });
  await expect(people).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'the first steps');
  await page.setViewportSize({ width: 320, height: 640 });
  await expectAccessibleInBothSchemes(page, 'the first steps on a small phone');
  await page.setViewportSize({ width: 1440, height: 900 });

  await steps.getByRole('link', { name: 'Invite people' }).click();
  await page.getByRole('button', { name: 'Invite somebody' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite somebody' });
  await dialog.getByLabel('First Name').fill('Eve');
  await dialog.getByLabel('Last Name').fill('Lane');
  await dialog.getByLabel('Email').fill(`eve.${randomBytes(4).toString('hex')}@example.com`);
  await dialog.getByRole('button', { name: 'Send the invitation' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('navigation').getByRole('link', { name: 'Overview' }).click();
  await expect(people).toBeHidden();
  await expect(steps.getByRole('heading', { name: 'Invite who works with you – done' })).toBeVisible();

  await steps.getByRole('button', { name: 'Put aside' }).click();
  await expect(steps).toBeHidden();
  await page.reload();
  const back = page.getByRole('button', { name: 'Show the first steps' });
  await expect(back).toBeVisible();
  await expect(steps).toBeHidden();
  await back.click();
  await expect(steps).toBeVisible();
});

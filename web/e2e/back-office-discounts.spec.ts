import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { Dialog } from './pages/dialog';
import { expectAccessible, expectAccessibleInBothSchemes } from './support/accessibility';
import { enterAs } from './support/customers';
import { demoOwner } from './support/people';
import { expect, test } from './support/test';

test('discounts: a promo code is created, edited, duplicated and withdrawn', async ({ page, visit }) => {
  const code = randomBytes(5).toString('hex').toUpperCase();
  await enterAs(page, 'sparkle', demoOwner('sparkle'));
  await visit('sparkle', '/mmtpo/discounts/promo-codes');
  await page.getByRole('link', { name: 'Create promo code' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Create promo code' })).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'a new promo code');
  const save = page.getByRole('button', { name: 'Save' });
  await page.getByLabel('Name', { exact: true }).fill(`Four off ${code}`);
  await page.getByLabel('Code', { exact: true }).fill('welcome5');
  await page.getByLabel('Discount type').selectOption('DollarDiscTrans');
  await page.getByLabel('Amount off').fill('4.00');

  await test.step('each refusal appears at its field', async () => {
    await save.click();
    await expect(page.getByText('Another promo code already uses this code.')).toBeVisible();
    await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
    await page.getByLabel('Code', { exact: true }).fill(code);
    await page.getByLabel('Amount off').fill('5000');
    await expect(page.getByText('Enter an amount from 0.01 to 1000.00.')).toBeVisible();
    await page.getByLabel('Amount off').fill('4.00');
    await save.click();
  });
  const search = page.getByRole('searchbox');
  await search.fill(code);
  await expect(page.getByText('1 result')).toBeVisible();
  const row = page.getByRole('link', { name: `Four off ${code}`, exact: true });
  await expect(row).toBeVisible();
  await expect(page.getByText('$4 off an order')).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'promo codes');

  await test.step('a change is not lost without a question', async () => {
    await row.click();
    await page.getByLabel('Name', { exact: true }).fill(`Six off ${code}`);
    await page.getByLabel('Amount off').fill('6');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await new Dialog(page, 'Leave without saving?').press('Stay');
    await save.click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  });
  await search.fill(code);
  await expect(page.getByText('1 result')).toBeVisible();
  await expect(page.getByText('$6 off an order')).toBeVisible();

  await test.step('a change that others have made is not overwritten', async () => {
    await page.getByRole('link', { name: `Six off ${code}`, exact: true }).click();
    await expect(page.getByLabel('Amount off')).toHaveValue('6.00');
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByLabel('Amount off').fill('7');
    await other.getByRole('button', { name: 'Save' }).click();
    await expect(other.getByText('Saved', { exact: true })).toBeVisible();
    await other.close();
    await page.getByLabel('Amount off').fill('8');
    await save.click();
    await expect(page.getByText('Someone else changed this.')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await new Dialog(page, 'Leave without saving?').press('Leave');
    await search.fill(code);
    await expect(page.getByText('1 result')).toBeVisible();
    await expect(page.getByText('$7 off an order')).toBeVisible();
  });

  await test.step('opened again, it is changed', async () => {
    await page.getByRole('link', { name: `Six off ${code}`, exact: true }).click();
    await expect(page.getByLabel('Amount off')).toHaveValue('7.00');
    await page.getByLabel('Amount off').fill('6');
    await save.click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await search.fill(code);
    await expect(page.getByText('1 result')).toBeVisible();
    await expect(page.getByText('$6 off an order')).toBeVisible();
  });

  await test.step('a copy has all but the code', async () => {
    await page.getByRole('link', { name: `Duplicate: Six off ${code}` }).click();
    await expect(page.getByLabel('Amount off')).toHaveValue('6.00');
    await expect(page.getByLabel('Code', { exact: true })).toHaveValue('');
    await page.goBack();
  });

  let taken = '';
  await test.step('what is found is taken away as a table', async () => {
    await expect(page.getByText('1 result')).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export 1 row as CSV' }).click();
    const file = await (await download).createReadStream();
    taken = Buffer.concat(await file.toArray()).toString('utf8');
    expect(taken).toContain(`Six off ${code},${code},DollarDiscTrans,6.00`);
  });

  await test.step('the table is brought back changed', async () => {
    await page.getByRole('button', { name: 'Import' }).click();
    const dialog = new Dialog(page, 'Import promo codes').root;
    const bring = (text: string) =>
      dialog
        .locator('input[type=file]')
        .setInputFiles({ name: 'promo-codes.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    const go = dialog.getByRole('button', { name: 'Import' });
    await bring(taken);
    await expect(dialog.getByText('0 new, 0 updated, 1 unchanged')).toBeVisible();
    await expect(go).toBeDisabled();
    await bring(taken.replace(',6.00,', ',six,'));
    await expect(dialog.getByText('Line 2, amount')).toBeVisible();
    await expectAccessible(page, 'an import of promo codes');
    await bring(taken.replace(',6.00,', ',9.00,'));
    await expect(dialog.getByText('0 new, 1 updated, 0 unchanged')).toBeVisible();
    await go.click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText('$9 off an order')).toBeVisible();
  });

  await test.step('chosen ones are withdrawn together', async () => {
    await page.getByRole('checkbox', { name: `Select Six off ${code}` }).check();
    const chosen = page.getByRole('group', { name: 'Selection' });
    await chosen.getByRole('button', { name: 'Withdraw' }).click();
    const question = new Dialog(page, 'Withdraw 1 discount?');
    await question.root.getByLabel('Type 1 to confirm').fill('1');
    await question.press('Withdraw');
    await expect(page.getByText('1 discount withdrawn')).toBeVisible();
    await expect(chosen).toHaveCount(0);
  });
  await page.getByRole('link', { name: 'Withdrawn', exact: true }).click();
  await expect(page.getByRole('link', { name: `Six off ${code}`, exact: true })).toBeVisible();
});

/** Adds a deal of that name at a site. */
async function addDeal(page: Page, name: string) {
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
}

test('discounts: a new deal is visible to customers', async ({ page, visit }) => {
  await enterAs(page, 'foamco', demoOwner('foamco'));
  await visit('foamco', '/mmtpo/discounts/deals/new?lang=en-CA');
  await addDeal(page, `Deal ${randomBytes(4).toString('hex')}`);
  await expectAccessibleInBothSchemes(page, 'deals');
});

test('discounts: a deal is moved before another @desktop', async ({ page, visit }) => {
  const [first, second] = [1, 2].map(() => `Deal ${randomBytes(4).toString('hex')}`) as [string, string];
  await enterAs(page, 'tidal', demoOwner('tidal'));
  for (const name of [first, second]) {
    await visit('tidal', '/mmtpo/discounts/deals/new');
    await addDeal(page, name);
  }
  const ours = page.getByRole('rowheader').filter({ hasText: new RegExp(`${first}|${second}`) });
  await expect(ours).toHaveText([first, second]);
  await page.getByRole('button', { name: `Move up: ${second}` }).click();
  await expect(ours).toHaveText([second, first]);
  await page.getByRole('button', { name: `Move down: ${second}` }).click();
  await expect(ours).toHaveText([first, second]);
});

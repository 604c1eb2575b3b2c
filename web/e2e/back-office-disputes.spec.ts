import { expectAccessibleInBothSchemes } from './support/accessibility';
import { callApi } from './support/api';
import { enterAs } from './support/customers';
import { order } from './support/orders';
import { demoCustomer, demoOwner } from './support/people';
import { expect, test } from './support/test';

test('disputes: a chargeback is recorded, needs attention and is lost', async ({ page, visit }, {
  project,
}) => {
  // A customer has one order under way at a time.
  const site = project.name === 'phone' ? 'bluewave' : 'sparkle';
  const [wash] = await callApi<{ name: string }[]>(site, '/products/washes');
  const [record = ''] = await order(site, demoCustomer(site), [wash?.name ?? '']);
  await enterAs(page, site, demoOwner(site));
  await visit(site, `/mmtpo/orders/${record}`);
  const dialog = page.getByRole('dialog', { name: /^Record dispute for order/ });

  await test.step('no more is disputed than was paid', async () => {
    await page.getByRole('button', { name: 'Record dispute…' }).click();
    const amount = dialog.getByLabel('Disputed amount');
    const whole = await amount.inputValue();
    await expectAccessibleInBothSchemes(page, 'a dispute');
    await dialog.getByLabel('Dispute reason').selectOption('Not received');
    await amount.fill('9999');
    await amount.fill(whole);
    await dialog.getByLabel('Processor case number').fill('CB-4711');
    await dialog.getByRole('button', { name: 'Record dispute' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Disputes' })).toBeVisible();
    await expect(page.getByText(/CB-4711/).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Refund order…' })).toBeHidden();
    await expectAccessibleInBothSchemes(page, 'a disputed order');
  });

  await test.step('its evidence can be taken away', async () => {
    await page.getByRole('button', { name: 'View evidence' }).click();
    const evidence = page.getByRole('dialog', { name: 'Evidence' });
    await expect(evidence.getByText(wash?.name ?? '')).toBeVisible();
    const downloading = page.waitForEvent('download');
    await evidence.getByRole('button', { name: 'Download' }).click();
    expect((await downloading).suggestedFilename()).toMatch(/^order-\d+\.txt$/);
    await evidence.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('what it gave is taken away, and no money moves', async () => {
    const gave = page.getByRole('region', { name: 'Issued items' });
    await expect(gave.getByText('1 active code')).toBeVisible();
    await gave.getByRole('button', { name: 'Void codes…' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Void codes' }).click();
    await expect(page.getByText('Codes voided', { exact: true })).toBeVisible();
    await expect(gave.getByText('1 active code')).toBeHidden();
    await expect(page.getByText('Unused codes voided')).toBeVisible();
  });

  await test.step('it waits for a person, with the days that are left', async () => {
    await visit(site, '/mmtpo/needs-attention');
    const work = page.getByRole('listitem').filter({ hasText: 'Open disputes' });
    await expect(work.getByText('1', { exact: true })).toBeVisible();
    await expect(work.getByText(/days? left/)).toBeVisible();
    await expectAccessibleInBothSchemes(page, 'what waits');
    await work.getByRole('link', { name: 'View disputes' }).click();
    await page
      .getByRole('main')
      .getByRole('link', { name: /^1\d{5}$/ })
      .click();
    await expect(page.getByText(/CB-4711/).first()).toBeVisible();
  });

  await test.step('lost, it stands in the books and waits no more', async () => {
    await page.getByRole('button', { name: 'Mark as lost' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Mark as lost' }).click();
    await expect(page.getByText('Outcome recorded', { exact: true })).toBeVisible();
    await expect(page.getByText(/dispute: Lost$/)).toBeVisible();
    await visit(site, '/mmtpo/reports/payouts');
    await expect(page.getByText('Chargebacks').first()).toBeVisible();
    await visit(site, '/mmtpo/needs-attention');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Open disputes')).toBeHidden();
  });
});

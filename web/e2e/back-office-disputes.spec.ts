import { expectAccessibleInBothSchemes } from './support/accessibility';
import { callApi } from './support/api';
import { enterAs } from './support/customers';
import { order } from './support/orders';
import { demoCustomer, demoOwner } from './support/people';
import { expect, test } from './support/test';

test('a payment that the bank took back is recorded, waits for a person, and is lost', async ({
  page,
  visit,
}, { project }) => {
  // A customer has one order under way at a time.
  const site = project.name === 'phone' ? 'bluewave' : 'sparkle';
  const [wash] = await callApi<{ name: string }[]>(site, '/products/washes');
  const [record = ''] = await order(site, demoCustomer(site), [wash?.name ?? '']);
  await enterAs(page, site, demoOwner(site));
  await visit(site, `/mmtpo/orders/${record}`);
  const dialog = page.getByRole('dialog', { name: /^Dispute of order/ });

  await test.step('no more is disputed than was paid', async () => {
    await page.getByRole('button', { name: 'Record a dispute…' }).click();
    const amount = dialog.getByLabel('Amount that the bank took back');
    const whole = await amount.inputValue();
    await expectAccessibleInBothSchemes(page, 'a dispute');
    await dialog.getByLabel('What the customer says').selectOption('Not received');
    await amount.fill('9999');
    await expect(dialog.getByRole('button', { name: 'Record the dispute' })).toBeDisabled();
    await amount.fill(whole);
    await dialog.getByLabel('Case number of the processor').fill('CB-4711');
    await dialog.getByRole('button', { name: 'Record the dispute' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Disputes' })).toBeVisible();
    await expect(page.getByText(/CB-4711/).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Refund…' })).toBeHidden();
    await expectAccessibleInBothSchemes(page, 'a disputed order');
  });

  await test.step('its evidence can be taken away', async () => {
    await page.getByRole('button', { name: 'Evidence' }).click();
    const evidence = page.getByRole('dialog', { name: 'Evidence' });
    await expect(evidence.getByText(wash?.name ?? '')).toBeVisible();
    const downloading = page.waitForEvent('download');
    await evidence.getByRole('button', { name: 'Download' }).click();
    expect((await downloading).suggestedFilename()).toMatch(/^order-\d+\.txt$/);
    await evidence.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('what it gave is taken away, and no money moves', async () => {
    const gave = page.getByRole('region', { name: 'What this order gave' });
    await expect(gave.getByText('1 code that works')).toBeVisible();
    await gave.getByRole('button', { name: 'Take out of use…' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Take out of use' }).click();
    await expect(page.getByText('The codes are out of use.')).toBeVisible();
    await expect(gave.getByText('1 code that works')).toBeHidden();
    await expect(page.getByText('Unused codes were taken out of use.')).toBeVisible();
  });

  await test.step('it waits for a person, with the days that are left', async () => {
    await visit(site, '/mmtpo/waiting');
    const work = page.getByRole('listitem').filter({ hasText: 'Payments that banks took back' });
    await expect(work.getByText('1', { exact: true })).toBeVisible();
    await expect(work.getByText(/days? left/)).toBeVisible();
    await expectAccessibleInBothSchemes(page, 'what waits');
    await work.getByRole('link', { name: 'See the disputes' }).click();
    await page
      .getByRole('main')
      .getByRole('link', { name: /^1\d{5}$/ })
      .click();
    await expect(page.getByText(/CB-4711/).first()).toBeVisible();
  });

  await test.step('lost, it stands in the books and waits no more', async () => {
    await page.getByRole('button', { name: 'It was lost' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'It was lost' }).click();
    await expect(page.getByText('Saved, and booked.')).toBeVisible();
    await expect(page.getByText(/^Dispute of .*: Lost$/)).toBeVisible();
    await visit(site, '/mmtpo/reports/payouts');
    await expect(page.getByText('Taken back by banks').first()).toBeVisible();
    await visit(site, '/mmtpo/waiting');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Payments that banks took back')).toBeHidden();
  });
});

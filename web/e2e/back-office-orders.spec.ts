import { readFileSync } from 'node:fs';
import { expectAccessibleInBothSchemes } from './support/accessibility';
import { callApi } from './support/api';
import { enterAs } from './support/customers';
import { order } from './support/orders';
import { demoCustomer, demoOwner } from './support/people';
import { expect, test } from './support/test';

test('orders: an order is found, exported and refunded once', async ({ page, visit }, { project }) => {
  // A customer has one order under way at a time.
  const site = project.name === 'phone' ? 'bluewave' : 'sparkle';
  const [wash] = await callApi<{ name: string }[]>(site, '/products/washes');
  const [record = ''] = await order(site, demoCustomer(site), [wash?.name ?? '']);
  await enterAs(page, site, demoOwner(site));
  await visit(site, '/mmtpo/orders');
  const rows = page.getByRole('main').getByRole('link', { name: /^1\d{5}$/ });
  await expect(rows.nth(1)).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'orders');

  await test.step('a search stands in the address, and the table holds what it lets through', async () => {
    await page.getByRole('searchbox').fill(record);
    await expect(rows).toHaveCount(1);
    await expect(page).toHaveURL(new RegExp(`q=${record}`));
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export 1 row as CSV' }).click();
    const asked = page.getByRole('dialog', { name: 'Enter your password' });
    await asked.getByLabel('Password', { exact: true }).fill(demoOwner(site).password);
    await asked.getByRole('button', { name: 'Unlock' }).click();
    const csv = readFileSync(await (await downloading).path(), 'utf8');
    expect(csv.trim().split('\n')).toHaveLength(2);
    expect(csv).toContain(record);
    await expect(page.getByText('1 row exported')).toBeVisible();
  });

  await test.step("its page leads back to the list as it was, and so does 'back'", async () => {
    await rows.click();
    await expect(page.getByRole('heading', { level: 1, name: /^Order 1/ })).toBeVisible();
    await expect(page.getByText('Approved')).toBeVisible();
    await expectAccessibleInBothSchemes(page, 'an order');
    await page.getByRole('main').getByRole('link', { name: 'Orders' }).click();
    await expect(page.getByRole('searchbox')).toHaveValue(record);
    await rows.click();
    await page.goBack();
    await expect(page.getByRole('searchbox')).toHaveValue(record);
    await rows.click();
  });

  await test.step('money leaves only for its amount, and once, though an answer was lost', async () => {
    await page.getByRole('button', { name: 'Refund order…' }).click();
    const dialog = page.getByRole('dialog', { name: /^Refund order/ });
    const refund = dialog.getByRole('button', { name: /^Refund \D?\d/ });
    await expectAccessibleInBothSchemes(page, 'a refund');
    const said = (await dialog.getByText(/^Enter \D?\d/).textContent()) ?? '';
    const amount = /[\d.]+\d/.exec(said)?.[0] ?? '';
    await dialog.getByLabel('Enter the amount to confirm').fill('1');
    await dialog.getByLabel('Enter the amount to confirm').fill(amount);
    await page.route('**/void', (route) => route.abort(), { times: 1 });
    const keys: (string | null)[] = [];
    page.on('request', async (sent) => {
      if (sent.url().endsWith('/void')) keys.push(await sent.headerValue('idempotency-key'));
    });
    await refund.click();
    await expect(dialog.getByText('The Internet connection appears to be offline.')).toBeVisible();
    await refund.click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(`${amount} refunded`).first()).toBeVisible();
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    await expect(page.getByRole('heading', { name: 'Refunds' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Refund order…' })).toBeHidden();
    await expectAccessibleInBothSchemes(page, 'a refunded order');
  });

  await test.step("'nothing found' is not 'nothing yet', and an unknown order is none", async () => {
    await visit(site, '/mmtpo/orders?state=flagged&from=2020-01-01&to=2020-01-02');
    await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(rows.first()).toBeVisible();
    await visit(site, '/mmtpo/orders/none');
    await expect(page.getByRole('heading', { name: '404, Page Not Found.', level: 2 })).toBeVisible();
  });
});

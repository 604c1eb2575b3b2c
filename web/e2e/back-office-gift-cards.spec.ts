import { readFileSync } from 'node:fs';
import { Dialog } from './pages/dialog';
import { expectAccessibleInBothSchemes } from './support/accessibility';
import { callApi } from './support/api';
import { enterAs, newCustomer } from './support/customers';
import { buy } from './support/orders';
import { demoCustomer, demoOwner } from './support/people';
import { expect, test } from './support/test';

test("a gift card is found by its buyer's address, adjusted, blocked and resent", async ({ page, visit }, {
  project,
}) => {
  const site = project.name === 'phone' ? 'bluewave' : 'sparkle';
  const { email } = demoCustomer(site);
  await enterAs(page, site, demoOwner(site));
  await visit(site, `/mmtpo/gift-cards?q=${encodeURIComponent(email)}`);
  const cards = page.getByRole('main').getByRole('link', { name: /^…\d{4}$/ });
  await expect(cards.first()).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'gift cards');
  await cards.first().click();
  await expect(page.getByRole('heading', { level: 1, name: /^Gift card …\d{4}$/ })).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'a gift card');

  await page.getByRole('button', { name: 'Adjust balance…' }).click();
  const adjust = page.getByRole('dialog', { name: 'Adjust balance' });
  await adjust.getByLabel('Amount').fill('5.00');
  await adjust.getByLabel('Reason').fill('The kiosk took too much');
  await expectAccessibleInBothSchemes(page, 'an adjustment');
  await adjust.getByRole('button', { name: 'Save' }).click();
  await expect(adjust).toBeHidden();
  await expect(page.getByText('Adjusted by staff').first()).toBeVisible();
  await expect(page.getByText(/^\+\D?5\.00/).first()).toBeVisible();

  await page.getByRole('button', { name: 'Block card…' }).click();
  const block = page.getByRole('dialog', { name: 'Block card?' });
  await block.getByLabel('Reason').fill('Reported as stolen');
  await block.getByRole('button', { name: 'Block' }).click();
  await expect(page.getByText('Blocked', { exact: true }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Unblock' }).click();
  await new Dialog(page, 'Unblock card?').press('Unblock');
  await expect(page.getByRole('button', { name: 'Block card…' })).toBeVisible();

  await page.getByRole('button', { name: 'Resend number' }).click();
  await new Dialog(page, 'Resend card number?').press('Resend');
  await expect(page.getByText('Email sent', { exact: true })).toBeVisible();

  await visit(site, '/mmtpo/gift-cards/999999');
  await expect(page.getByRole('heading', { name: '404, Page Not Found.', level: 2 })).toBeVisible();
});

test('gift cards: the search needs details of the card', async ({ page, visit }) => {
  const { email } = await newCustomer('sparkle', { confirmed: false });
  await enterAs(page, 'sparkle', demoOwner('sparkle'));
  await visit('sparkle', `/mmtpo/gift-cards?q=${encodeURIComponent(email)}`);
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: /^…\d{4}$/ })
      .first(),
  ).toBeVisible();
});

test('gift cards: the CSV export matches the list', async ({ page, visit }) => {
  const site = 'northstar';
  const cards = await callApi<{ name: string; productId: number }[]>(site, '/products/giftCards');
  const wanted = cards.find(({ name }) => name === 'Gift card 25');
  if (!wanted) throw new Error(`no such gift card at ${site}`);
  const records: string[] = [];
  for (const _ of [1, 2])
    records.push(await buy(site, demoCustomer(site), { products: [{ productId: wanted.productId }] }));
  await enterAs(page, site, demoOwner(site));
  await visit(site, '/mmtpo/gift-cards');
  const numbers = page.getByRole('main').getByRole('link', { name: /^…\d{4}$/ });
  /** Compares the list with its export: last digits in order, and the orders. */
  const taken = async (rows: number, isLocked = false) => {
    await expect(numbers).toHaveCount(rows);
    const shown = (await numbers.allTextContents()).map((number) => number.slice(1));
    const downloading = page.waitForEvent('download');
    const label = rows === 1 ? 'Export 1 row as CSV' : `Export ${rows} rows as CSV`;
    await page.getByRole('button', { name: label }).click();
    if (isLocked) {
      const asked = page.getByRole('dialog', { name: 'Enter your password' });
      await asked.getByLabel('Password', { exact: true }).fill(demoOwner(site).password);
      await asked.getByRole('button', { name: 'Unlock' }).click();
    }
    const lines = readFileSync(await (await downloading).path(), 'utf8')
      .trim()
      .split(/\r?\n/);
    expect(lines[0]).toBe(
      'cardId,name,lastFour,state,balance,held,buyerName,buyerEmail,sentTo,transRecordId,createdAt',
    );
    const held = lines.slice(1).map((line) => line.split(','));
    expect(held.map((cells) => cells[2])).toEqual(shown);
    return held.map((cells) => cells[9]);
  };

  // The one that the site began with, and these two.
  expect(await taken(3, true)).toEqual(expect.arrayContaining(records));
  await page.getByRole('searchbox').fill(records[0] ?? '');
  expect(await taken(1)).toEqual([records[0]]);

  await numbers.click();
  await page.getByRole('button', { name: 'Block card…' }).click();
  const block = page.getByRole('dialog', { name: 'Block card?' });
  await block.getByLabel('Reason').fill('Lost');
  await block.getByRole('button', { name: 'Block' }).click();
  await expect(block).toBeHidden();
  await visit(site, '/mmtpo/gift-cards');
  await page.getByLabel('Status', { exact: true }).selectOption('blocked');
  expect(await taken(1)).toEqual([records[0]]);
  await page.getByLabel('Status', { exact: true }).selectOption('active');
  expect(await taken(2)).toContain(records[1]);
});

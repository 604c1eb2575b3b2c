import type { Page } from '@playwright/test';
import { CardForm } from './pages/card-form';
import { Shop } from './pages/shop';
import { expectAccessibleInBothSchemes } from './support/accessibility';
import { callApi } from './support/api';
import { enterAs } from './support/customers';
import { origin } from './support/environment';
import { orderOf } from './support/orders';
import { demoCustomer, demoOwner } from './support/people';
import { expect, test } from './support/test';

/** The page of the order on top of the list of orders that this query narrows. */
async function openFirst(page: Page, site: string, query: string) {
  await page.goto(`${origin(site)}/mmtpo/orders?${query}`);
  await page
    .getByRole('main')
    .getByRole('link', { name: /^1\d{5}$/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: /^Order 1/ })).toBeVisible();
}

test('a payment of which nobody knows is settled by who has looked it up', { tag: '@desktop' }, async ({
  page,
  visit,
  browser,
  customerOf,
}) => {
  const [wash] = await callApi<{ name: string }[]>('tidal', '/products/washes');
  const ada = await customerOf('tidal', { cart: [wash?.name ?? ''] });
  await visit('tidal', '/checkout');
  await new Shop(page).pay();
  await new CardForm(page).save('4000 0000 0000 0127');
  await new Shop(page).confirmTotal();
  await expect(page.getByRole('status').filter({ hasText: 'We are checking your payment' })).toBeVisible();

  const counter = await browser.newPage();
  await enterAs(counter, 'tidal', demoOwner('tidal'));
  await openFirst(counter, 'tidal', `q=${ada.email}`);
  await expect(counter.getByText('Nobody knows whether this was paid.')).toBeVisible();
  await expectAccessibleInBothSchemes(counter, 'an unknown order');
  await counter.getByRole('button', { name: 'Say what I found' }).click();
  const dialog = counter.getByRole('dialog', { name: 'What became of this payment?' });
  await expectAccessibleInBothSchemes(counter, 'a settlement');
  await dialog.getByLabel('What I found').selectOption('There is no such charge');
  await dialog.getByRole('button', { name: 'Save what I found' }).click();
  await expect(counter.getByText('Saved. The order goes on from there.')).toBeVisible();
  await expect(counter.getByText('Nobody knows whether this was paid.')).toBeHidden();
  await expect(counter.getByText('Failed').first()).toBeVisible();
  await counter.close();
});

test('one line of an order is given back, and then the rest', { tag: '@desktop' }, async ({ page }) => {
  const site = 'tidal';
  const washes = await callApi<{ name: string }[]>(site, '/products/washes');
  const [first = '', second = ''] = washes.map(({ name }) => name);
  const record = await orderOf(site, demoCustomer(site), [first, second]);
  await enterAs(page, site, demoOwner(site));
  await openFirst(page, site, `q=${record}`);
  const dialog = page.getByRole('dialog', { name: /^Refund of order/ });
  const refund = async (lines: string[]) => {
    await page.getByRole('button', { name: 'Refund…' }).click();
    for (const line of lines) await dialog.getByRole('checkbox', { name: new RegExp(line) }).check();
    const said = (await dialog.getByText(/^Please type/).textContent()) ?? '';
    const amount = /[\d.,]+\d/.exec(said)?.[0] ?? '';
    await dialog.getByLabel('Type the amount to confirm').fill(amount);
    const submit = dialog.getByRole('button', { name: /^Refund \D*\d/ });
    // Twice, as by somebody in a hurry: it is refunded once.
    await submit.dblclick();
    await expect(dialog).toBeHidden();
  };

  await refund([first]);
  await expect(page.getByText('Part refunded').first()).toBeVisible();
  const refunds = page.getByRole('heading', { name: 'Refunds' });
  await expect(refunds).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Refund…' }).click();
  // What was given back is not offered again.
  await expect(dialog.getByText(second)).toBeVisible();
  await expect(dialog.getByText(first, { exact: true })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await refund([]);
  await expect(page.getByText('Refunded').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Refund…' })).toBeHidden();
});

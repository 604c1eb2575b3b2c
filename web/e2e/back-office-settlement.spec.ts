import type { Page } from '@playwright/test';
import { CardForm } from './pages/card-form';
import { Dialog } from './pages/dialog';
import { Shop } from './pages/shop';
import { expectAccessibleInBothSchemes } from './support/accessibility';
import { callApi } from './support/api';
import { enterAs, logIn } from './support/customers';
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

test('settlement: an unknown payment is resolved from the processor’s dashboard', {
  tag: '@desktop',
}, async ({ page, visit, browser, customerOf }) => {
  const [wash] = await callApi<{ name: string }[]>('tidal', '/products/washes');
  const ada = await customerOf('tidal', { cart: [wash?.name ?? ''] });
  await visit('tidal', '/checkout');
  await new Shop(page).pay();
  await new CardForm(page).save('4000 0000 0000 0127');
  await new Shop(page).confirmTotal();
  await expect(page.getByRole('status').filter({ hasText: "We're checking your payment" })).toBeVisible();

  const counter = await browser.newPage();
  await enterAs(counter, 'tidal', demoOwner('tidal'));
  await openFirst(counter, 'tidal', `q=${ada.email}`);
  await expect(counter.getByText('Payment status unknown')).toBeVisible();
  const history = counter.getByRole('region', { name: 'Activity' });
  await expect(history.getByText(/^Payment status check scheduled for /)).toBeVisible();
  await expectAccessibleInBothSchemes(counter, 'an unknown order');
  await counter.getByRole('button', { name: 'Resolve payment' }).click();
  const dialog = counter.getByRole('dialog', { name: 'Resolve payment' });
  await expectAccessibleInBothSchemes(counter, 'a settlement');
  await dialog.getByLabel('What did you find?').selectOption('No charge found');
  await dialog.getByRole('button', { name: 'Save outcome' }).click();
  await expect(counter.getByText('Payment outcome recorded')).toBeVisible();
  await expect(counter.getByText('Payment status unknown')).toBeHidden();
  await expect(counter.getByText('Failed').first()).toBeVisible();
  await counter.reload();
  await expect(history.getByText(/^Payment resolved · Olive Owens/)).toBeVisible();
  await expect(history.getByText(/ scheduled for /)).toHaveCount(0);
  await counter.close();
});

test('refund: one line of an order, then the rest', { tag: '@desktop' }, async ({ page }) => {
  const site = 'tidal';
  const washes = await callApi<{ name: string }[]>(site, '/products/washes');
  const [first = '', second = ''] = washes.map(({ name }) => name);
  const record = await orderOf(site, demoCustomer(site), [first, second]);
  await enterAs(page, site, demoOwner(site));
  await openFirst(page, site, `q=${record}`);
  const dialog = page.getByRole('dialog', { name: /^Refund order/ });
  const refund = async (lines: string[]) => {
    await page.getByRole('button', { name: 'Refund order…' }).click();
    for (const line of lines) await dialog.getByRole('checkbox', { name: new RegExp(line) }).check();
    const said = (await dialog.getByText(/^Enter \D?\d/).textContent()) ?? '';
    const amount = /[\d.,]+\d/.exec(said)?.[0] ?? '';
    await dialog.getByLabel('Enter the amount to confirm').fill(amount);
    const submit = dialog.getByRole('button', { name: /^Refund \D*\d/ });
    // A double click refunds once.
    await submit.dblclick();
    await expect(dialog).toBeHidden();
  };

  await refund([first]);
  await expect(page.getByText('Partially refunded').first()).toBeVisible();
  const refunds = page.getByRole('heading', { name: 'Refunds' });
  await expect(refunds).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Refund order…' }).click();
  // Refunded items aren't offered again.
  await expect(dialog.getByText(second)).toBeVisible();
  await expect(dialog.getByText(first, { exact: true })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await refund([]);
  await expect(page.getByText('Refunded').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Refund order…' })).toBeHidden();
});

/**
 * A site where the day has hours left until 22:00, when the processor books it: a charge of that day is voided until then, and refunded
 * from then on. Somewhere it always is: London and Montreal are five hours apart.
 */
function siteBeforeCutOff(): string {
  const hourIn = (timeZone: string) =>
    Number(new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(new Date()));
  return hourIn('Europe/London') < 20 ? 'northstar' : 'foamco';
}

/** First and last name of a person, as the back office shows them. */
async function nameOf(site: string, person: { email: string; password: string }): Promise<string> {
  const { accessToken: token } = await logIn(site, person);
  const account = await callApi<{ firstName: string; lastName: string }>(site, '/users', undefined, {
    token,
  });
  return `${account.firstName} ${account.lastName}`;
}

test('refund: today’s order is voided, with its activity', {
  tag: '@desktop',
}, async ({ page }) => {
  const site = siteBeforeCutOff();
  const owner = await nameOf(site, demoOwner(site));
  const [wash] = await callApi<{ name: string }[]>(site, '/products/washes');
  const record = await orderOf(site, demoCustomer(site), [wash?.name ?? '']);
  await enterAs(page, site, demoOwner(site));
  await openFirst(page, site, `q=${record}&lang=en-CA`);
  const history = page.getByRole('region', { name: 'Activity' });
  await expect(history.getByText('Receipt email sent')).toBeVisible();

  await test.step('a receipt that is sent again stands there', async () => {
    await page.getByRole('button', { name: 'Resend receipt' }).click();
    await new Dialog(page, 'Resend receipt?').press('Resend');
    await expect(page.getByText('Receipt sent')).toBeVisible();
    await page.reload();
    // The line contains nothing else, because this event has no details.
    const line = history.getByRole('listitem').filter({ hasText: 'Receipt resent' });
    await expect(line).not.toContainText('{');
    await expect(history.getByText(`Receipt resent · ${owner} · Owner`, { exact: true })).toBeVisible();
  });

  await page.getByRole('button', { name: 'Refund order…' }).click();
  const dialog = page.getByRole('dialog', { name: /^Refund order/ });
  const said = (await dialog.getByText(/^Enter \D?\d/).textContent()) ?? '';
  const amount = /[\d.,]+\d/.exec(said)?.[0] ?? '';
  await dialog.getByLabel('Enter the amount to confirm').fill(amount);
  await dialog.getByRole('button', { name: /^Refund \D*\d/ }).click();
  await expect(dialog).toBeHidden();

  const refunds = page.getByRole('region', { name: 'Refunds' });
  await expect(refunds.getByText('Void', { exact: true })).toBeVisible();
  await expect(refunds.getByText('Succeeded', { exact: true })).toBeVisible();
  await expect(refunds.getByText('Refund', { exact: true })).toHaveCount(0);
  await expect(page.getByText('Voided', { exact: true }).first()).toBeVisible();
  const events = page.getByRole('region', { name: 'Timeline' }).getByRole('listitem');
  await expect(events.filter({ hasText: /^Void of .+ requested/ })).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Refund order…' })).toBeHidden();

  await page.reload();
  await expect(history.getByText(`Refund started · ${owner} · Owner`, { exact: true })).toBeVisible();
  await expect(history.getByText(/^Refund completed/)).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'a voided order');
});

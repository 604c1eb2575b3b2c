import type { Page } from '@playwright/test';
import { expectAccessibleInBothSchemes } from './support/accessibility';
import { callApi } from './support/api';
import { enterAs, logIn } from './support/customers';
import { mailedCardNumber } from './support/mail';
import { buy } from './support/orders';
import { demoCustomer, demoOwner } from './support/people';
import { expect, test } from './support/test';

type Product = { productId: number; name: string; stock?: number | null };

type Order = {
  state: string;
  total: number;
  givenBack: number;
  refundedToGiftCards: number;
  lines: { name: string; price: number; taxes: number; refunded: number; partOf: number | null }[];
  reversals: {
    amount: number;
    reason: string | null;
    destination: string;
    state: string;
    giftCard: { lastFour: string } | null;
  }[];
  payment: { refunded: number };
};

/** Minor units of an amount as a page shows it. */
const minor = (text: string) => Number(text.replace(/\D/g, ''));

async function openRefund(page: Page) {
  await page.getByRole('button', { name: 'Refund order…' }).click();
  return page.getByRole('dialog', { name: /^Refund order/ });
}

/** Confirms the amount that the dialog shows; returns it in minor units. */
async function confirmRefund(page: Page): Promise<number> {
  const dialog = page.getByRole('dialog', { name: /^Refund order/ });
  const help = (await dialog.getByText(/^Enter \d/).textContent()) ?? '';
  const amount = /[\d.]+\d/.exec(help)?.[0] ?? '';
  await dialog.getByLabel('Enter the amount to confirm').fill(amount);
  await dialog.getByRole('button', { name: /^Refund \D?\d/ }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(new RegExp(`${amount} refunded`)).first()).toBeVisible();
  return minor(amount);
}

/** Value of a sum on the order page, in minor units. */
async function sum(page: Page, name: string): Promise<number> {
  const row = page.locator('dl div', { has: page.getByText(name, { exact: true }) });
  return minor((await row.getByRole('definition').textContent()) ?? '');
}

test('partial refund: an amount, bundle codes and merchandise, to the card and to a gift card', async ({
  page,
  visit,
}, { project }) => {
  const site = project.name === 'phone' ? 'bluewave' : 'sparkle';
  const customer = demoCustomer(site);
  const [wash] = await callApi<Product[]>(site, '/products/washes');
  const [bundle] = await callApi<Product[]>(site, '/products/bundles');
  const merchandise = await callApi<Product[]>(site, '/products/merchandise');
  // Other tests buy the first.
  const goods = merchandise.findLast(({ stock }) => stock && stock > 0);
  if (!wash || !bundle || !goods) throw new Error(`${site} sells too little`);
  const address = {
    first: 'Ada',
    last: 'Byron',
    address1: '1 Main St',
    city: 'Phoenix',
    state: 'AZ',
    zipCode: '85004',
  };
  const record = await buy(site, customer, {
    products: [wash, bundle, goods].map(({ productId }) => ({ productId })),
    address,
  });
  const stockOf = async () => {
    const now = await callApi<Product[]>(site, '/products/merchandise');
    return now.find(({ productId }) => productId === goods.productId)?.stock;
  };
  const stock = await stockOf();
  const { accessToken: token } = await logIn(site, demoOwner(site));
  const order = () => callApi<Order>(site, `/admin/orders/${record}`, undefined, { token });
  const sold = await order();
  const cost = (name: string) => {
    const line = sold.lines.find((line) => line.name === name);
    return line ? line.price + line.taxes : 0;
  };
  await enterAs(page, site, demoOwner(site));
  await visit(site, `/mmtpo/orders/${record}`);
  let toCard = 0;

  await test.step('an amount of the wash, which the customer keeps', async () => {
    const dialog = await openRefund(page);
    await expectAccessibleInBothSchemes(page, 'a partial refund');
    await dialog.getByLabel('Refund type').selectOption('Amount');
    const items = dialog.getByLabel('Item', { exact: true });
    const option = items.getByRole('option', { name: `${wash.name} · ` });
    await items.selectOption((await option.getAttribute('value')) ?? '');
    await dialog.getByLabel('Amount, including tax').fill('5.00');
    await dialog.getByLabel('Reason', { exact: true }).selectOption('Service problem');
    toCard += await confirmRefund(page);
    expect(toCard).toBe(500);
    await expect(page.getByText('Refunded part')).toBeVisible();
    await expect(page.getByText('Refund reason: Service problem')).toBeVisible();
    expect(await sum(page, 'Refunded')).toBe(500);
    expect(await sum(page, 'Net paid')).toBe(sold.total - 500);
  });

  await test.step('one code of the bundle', async () => {
    const dialog = await openRefund(page);
    await dialog.getByLabel('Refund type').selectOption('Unused bundle codes');
    await dialog.getByLabel('Unused codes', { exact: true }).selectOption('1');
    const amount = await confirmRefund(page);
    expect(amount).toBeLessThan(cost(bundle.name));
    toCard += amount;
    expect(await sum(page, 'Refunded')).toBe(toCard);
  });

  let toGiftCard = 0;
  await test.step('all other unused codes but one, to a gift card', async () => {
    const dialog = await openRefund(page);
    await dialog.getByLabel('Refund type').selectOption('Unused bundle codes');
    await dialog.getByLabel('Refund to').selectOption('New gift card');
    toGiftCard = await confirmRefund(page);
    expect(await sum(page, 'Refunded to gift cards')).toBe(toGiftCard);
    expect(await sum(page, 'Net paid')).toBe(sold.total - toCard - toGiftCard);
    const issued = (await order()).reversals.find(({ giftCard }) => giftCard)?.giftCard;
    const number = await mailedCardNumber(customer.email, issued?.lastFour);
    const path = `/gift-cards?cardNumber=${number}`;
    const { balance } = await callApi<{ balance: number }>(site, path, undefined, { token });
    expect(balance).toBe(toGiftCard);
  });

  await test.step('merchandise, which returns to stock', async () => {
    const dialog = await openRefund(page);
    await dialog.getByText(goods.name).click();
    await expect(dialog.getByLabel('Return items to stock')).toBeChecked();
    expect(await confirmRefund(page)).toBe(cost(goods.name));
    toCard += cost(goods.name);
    expect(await stockOf()).toBe((stock ?? 0) + 1);
    await expectAccessibleInBothSchemes(page, 'a partially refunded order');
  });

  await test.step('the amounts add up', async () => {
    const now = await order();
    expect(now.state).toBe('partially_refunded');
    expect(now.total).toBe(sold.total);
    expect(now.lines.reduce((total, { price, taxes }) => total + price + taxes, 0)).toBe(sold.total);
    expect(now.lines.reduce((total, { refunded }) => total + refunded, 0)).toBe(toCard + toGiftCard);
    expect([now.givenBack, now.refundedToGiftCards]).toEqual([toCard + toGiftCard, toGiftCard]);
    expect(now.payment.refunded).toBe(toCard);
    expect(now.reversals.map(({ destination, state }) => `${destination} ${state}`)).toEqual([
      'card done',
      'card done',
      'gift_card done',
      'card done',
    ]);
    expect(now.reversals[0]?.reason).toBe('service_problem');
  });
});

test('partial refund: the dialog fits narrow screens @phone', async ({ page, visit }) => {
  const [bundle] = await callApi<Product[]>('sparkle', '/products/bundles');
  if (!bundle) throw new Error('no bundle');
  const products = [{ productId: bundle.productId }];
  const record = await buy('sparkle', demoCustomer('sparkle'), { products });
  await enterAs(page, 'sparkle', demoOwner('sparkle'));
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    await visit('sparkle', `/mmtpo/orders/${record}`);
    const dialog = await openRefund(page);
    for (const type of ['Amount', 'Unused bundle codes', 'Whole items']) {
      await dialog.getByLabel('Refund type').selectOption(type);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      expect(overflow, `${type} at ${width} px`).toBe(false);
    }
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  }
});

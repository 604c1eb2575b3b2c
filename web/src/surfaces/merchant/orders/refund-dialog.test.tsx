import { QueryClient } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import type { OrderDetail, OrderLine } from '@/shared/api/types';
import { Providers } from '@/shared/surface/providers';
import { eventually } from '@/shared/testing/eventually';
import { answer, ok, refusal } from '@/shared/testing/server';
import { sayMore } from '../catalogue';
import { RefundDialog } from './refund-dialog';

const line = (fields: Partial<OrderLine>): OrderLine => ({
  lineId: 1,
  appProductType: 'AppWash',
  name: 'Glow',
  price: 2000,
  discount: 0,
  credit: 0,
  taxes: 160,
  isGift: false,
  used: 0,
  unused: 1,
  quantity: 1,
  washes: [],
  refunded: 0,
  refundable: 2160,
  startsLater: false,
  ...fields,
});

const card = (balance: number, fields: Partial<OrderLine> = {}): OrderLine =>
  line({
    lineId: 2,
    appProductType: 'GiftCard',
    name: 'Sparkle Card',
    price: 5000,
    taxes: 0,
    unused: 0,
    refundable: Math.floor((5000 * balance) / 5500),
    loadedCard: { cardId: 7, amount: 5500, balance, isHeld: false },
    ...fields,
  });

const order = (lines: OrderLine[], fields: Partial<OrderDetail> = {}): OrderDetail =>
  ({
    transRecordId: 'rec1',
    orderNumber: '100001',
    state: 'paid',
    userId: '1',
    currency: 'USD',
    disputed: 0,
    lines,
    refundable: lines.reduce((sum, { refundable }) => sum + (refundable ?? 0), 0),
    ...fields,
  }) as OrderDetail;

/** Opens the dialog of an order, which the server has too. */
async function open(detail: OrderDetail) {
  answer('get', '/admin/orders/{transRecordId}', () => ok(detail));
  const onDone = vi.fn();
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const element = <RefundDialog order={detail} onDone={onDone} onClose={vi.fn()} />;
  const router = createMemoryRouter([{ path: '/', element }]);
  render(
    <Providers queries={queries}>
      <RouterProvider router={router} />
    </Providers>,
  );
  return { dialog: within(await screen.findByRole('dialog')), onDone };
}

beforeEach(sayMore);

it('requests the balance of a gift card', async () => {
  let sent: unknown;
  answer('post', '/admin/orders/{transRecordId}/void', async (request) => {
    sent = await request.json();
    return ok({ reversalId: 1, state: 'done', amount: 3878 } as never);
  });
  const { dialog, onDone } = await open(order([card(4266)]));
  expect(dialog.getByText('$42.66 of $55.00 left on the card')).toBeVisible();
  await userEvent.type(dialog.getByLabelText('Enter the amount to confirm'), '38.78');
  await userEvent.click(dialog.getByRole('button', { name: 'Refund $38.78' }));
  await eventually(() => expect(onDone).toHaveBeenCalled());
  expect(sent).toMatchObject({ expectedAmount: 3878 });
});

it('shows the amount left after a credit as the maximum', async () => {
  const month = line({ appProductType: 'AppClub', price: 900, taxes: 45, refundable: 315 });
  answer('get', '/admin/orders/{transRecordId}/still-usable', () => ok({ clubs: [] } as never));
  const { dialog } = await open(order([month]));
  expect(dialog.getByText('$6.30 credited toward another club')).toBeVisible();
  await userEvent.selectOptions(dialog.getByLabelText('Refund type'), 'Amount');
  expect(dialog.getByText('Up to $3.15. The customer keeps the item.')).toBeVisible();
  await userEvent.type(dialog.getByLabelText('Amount, including tax'), '3.16');
  await userEvent.tab();
  expect(await dialog.findByText('Enter an amount up to $3.15.')).toBeVisible();
});

it('refunds something free without an amount to confirm', async () => {
  let sent: unknown;
  answer('post', '/admin/orders/{transRecordId}/void', async (request) => {
    sent = await request.json();
    return ok({ reversalId: 1, state: 'done', amount: 0 } as never);
  });
  const { dialog, onDone } = await open(order([card(0)]));
  expect(dialog.queryByLabelText('Enter the amount to confirm')).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'Refund order' }));
  await eventually(() => expect(onDone).toHaveBeenCalled());
  expect(sent).toMatchObject({ expectedAmount: 0 });
});

it('refunds a club that starts later together with the rest', async () => {
  let sent: unknown;
  answer('post', '/admin/orders/{transRecordId}/void', async (request) => {
    sent = await request.json();
    return ok({ reversalId: 1, state: 'done', amount: 2160 } as never);
  });
  answer('get', '/admin/orders/{transRecordId}/still-usable', () => ok({ clubs: [] } as never));
  const free = { price: 0, taxes: 0, unused: 0, refundable: 0, startsLater: true };
  const later = line({ lineId: 3, appProductType: 'AppClub', name: 'Glow Club', ...free });
  const { dialog, onDone } = await open(order([line({}), later]));
  expect(dialog.getByText('Starts later. Refunding it undoes the club change.')).toBeVisible();
  for (const box of dialog.getAllByRole('checkbox', { name: /Glow/ })) await userEvent.click(box);
  await userEvent.type(dialog.getByLabelText('Enter the amount to confirm'), '21.60');
  await userEvent.click(dialog.getByRole('button', { name: 'Refund $21.60' }));
  await eventually(() => expect(onDone).toHaveBeenCalled());
  expect(sent).toMatchObject({ expectedAmount: 2160 });
});

it('limits items to the undisputed amount', async () => {
  const lines = [line({}), line({ lineId: 3, name: 'Shine' })];
  const { dialog } = await open(order(lines, { disputed: 1000, refundable: 3320 }));
  for (const name of [/Glow/, /Shine/]) await userEvent.click(dialog.getByRole('checkbox', { name }));
  await userEvent.type(dialog.getByLabelText('Enter the amount to confirm'), '43.20');
  expect(await dialog.findByText('Select items for up to $33.20.')).toBeVisible();
});

it('disables a gift card that a kiosk is using', async () => {
  const held = { cardId: 7, amount: 5500, balance: 4500, isHeld: true };
  const { dialog } = await open(order([line({}), card(4500, { refundable: null, loadedCard: held })]));
  expect(dialog.getByRole('checkbox', { name: /Sparkle Card/ })).toBeDisabled();
  expect(dialog.getByText('In use at a kiosk')).toBeVisible();
});

it('offers only the card to a deleted account', async () => {
  const { dialog } = await open(order([line({})], { userId: null }));
  expect(dialog.queryByRole('combobox', { name: 'Refund to' })).toBeNull();
  expect(dialog.getByRole('combobox', { name: 'Reason' })).toBeVisible();
});

it('sends the same request again after a lost response', async () => {
  const sent: unknown[] = [];
  answer('post', '/admin/orders/{transRecordId}/void', async (request) => {
    sent.push([request.headers.get('Idempotency-Key'), await request.json()]);
    const refunded = line({ reversalId: 1, refunded: 2160, refundable: null });
    answer('get', '/admin/orders/{transRecordId}', () => ok(order([refunded])));
    return sent.length === 1
      ? refusal(503, 'busy', 'Try again.')
      : ok({ reversalId: 1, state: 'done', amount: 2160 } as never);
  });
  const { dialog, onDone } = await open(order([line({})]));
  await userEvent.type(dialog.getByLabelText('Enter the amount to confirm'), '21.60');
  const refund = dialog.getByRole('button', { name: 'Refund $21.60' });
  await userEvent.click(refund);
  expect(await dialog.findByText('Try again.')).toBeVisible();
  await userEvent.click(refund);
  await eventually(() => expect(onDone).toHaveBeenCalled());
  expect(sent[1]).toEqual(sent[0]);
});

it('shows the new amount if it has changed', async () => {
  const message = 'The refund amount has changed. Check the new amount.';
  answer('post', '/admin/orders/{transRecordId}/void', () => {
    answer('get', '/admin/orders/{transRecordId}', () => ok(order([card(1100)])));
    return refusal(409, 'price_changed', message, { expectedAmount: message });
  });
  const { dialog, onDone } = await open(order([card(4266)]));
  await userEvent.type(dialog.getByLabelText('Enter the amount to confirm'), '38.78');
  await userEvent.click(dialog.getByRole('button', { name: 'Refund $38.78' }));
  expect(await dialog.findByText(message)).toBeVisible();
  expect(await dialog.findByRole('button', { name: 'Refund $10.00' })).toBeVisible();
  expect(onDone).not.toHaveBeenCalled();
});

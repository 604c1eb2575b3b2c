import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { setSession } from '@/shared/api/session';
import type { OrderDetail, Role } from '@/shared/api/types';
import { eventually } from '@/shared/testing/eventually';
import { account } from '@/shared/testing/people';
import { renderSurface } from '@/shared/testing/render-surface';
import { answer, ok, refusal } from '@/shared/testing/server';
import { tokens } from '@/shared/testing/tokens';
import { sayMore } from './catalogue';
import { surface } from './surface';

const order: OrderDetail = {
  transRecordId: 'rec1',
  orderNumber: '100001',
  state: 'paid',
  customerName: 'Ada Byron',
  customerEmail: 'ada@wash.co',
  products: [{ name: 'Glow', quantity: 1 }],
  locationId: 1,
  subtotal: 2000,
  taxes: 160,
  total: 2160,
  givenBack: 0,
  refundedToGiftCards: 0,
  refundReasons: [],
  disputed: 0,
  currency: 'USD',
  code: 'T1',
  createdAt: '2026-11-20T12:00:00Z',
  settledAt: '2026-11-20T12:00:01Z',
  waitsForPerson: false,
  lines: [
    {
      lineId: 1,
      appProductType: 'AppWash',
      name: 'Glow',
      price: 2000,
      discount: 0,
      credit: 0,
      taxes: 160,
      isGift: false,
      used: 1,
      unused: 0,
      quantity: 1,
      washes: [],
      refunded: 0,
      startsLater: false,
      refundable: 2160,
    },
  ],
  payment: {
    reference: 'ref1',
    processor: 'moneris',
    state: 'approved',
    amount: 2160,
    refunded: 0,
    code: 'T1',
  },
  reversals: [],
  disputes: [],
  disputable: 0,
  refundable: 2160,
};

async function enterAs(role: Role, path: string) {
  setSession(tokens(4_000_000_000));
  answer('get', '/users', () => ok(account({ role })));
  return renderSurface(surface, path);
}

beforeEach(async () => {
  await sayMore();
  answer('get', '/system/app-version', () => ok({ appVersion: __SUDS_VERSION__ }) as never);
  answer('get', '/admin/locations', () => ok({ items: [], nextCursor: null, count: 0 }));
  answer('get', '/admin/waiting', () => ok([]));
  answer('get', '/accounts', () => ok([]));
  answer('get', '/admin/orders', () => ok({ items: [order], nextCursor: null, count: 1 }));
  answer('get', '/admin/orders/{transRecordId}', () => ok(order));
  answer('get', '/admin/orders/{transRecordId}/history', () =>
    ok({ acts: [], jobs: [], uses: [], clubUses: [] }),
  );
});

it('rejects customers', async () => {
  await enterAs('customer', '/mmtpo/orders');
  expect(await screen.findByRole('heading', { name: 'No access', level: 2 })).toBeVisible();
  expect(screen.getByText(/Sparkle staff.*ada@wash\.co/)).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Orders' })).toBeNull();
});

it('shows attendants only permitted actions', async () => {
  const { router } = await enterAs('attendant', '/mmtpo');
  expect(await screen.findByRole('link', { name: '100001' })).toBeVisible();
  expect(router.state.location.pathname).toBe('/mmtpo/orders');
  expect(screen.queryByRole('button', { name: /CSV/ })).toBeNull();
  await userEvent.click(screen.getByRole('link', { name: '100001' }));
  expect(await screen.findByRole('button', { name: 'Resend receipt' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Refund order…' })).toBeNull();
});

it('hides manager pages from attendants', async () => {
  await enterAs('attendant', '/mmtpo/discounts/deals/new');
  expect(await screen.findByRole('heading', { name: 'No access', level: 2 })).toBeVisible();
  expect(screen.getByText(/Your role at Sparkle doesn't include this page/)).toBeVisible();
});

it('asks for a reason to refund used items and shows errors', async () => {
  let sent: unknown;
  answer('post', '/admin/orders/{transRecordId}/void', async (request) => {
    sent = await request.json();
    return refusal(403, 'not_admin', 'Nobody refunds an order of their own.');
  });
  await enterAs('manager', '/mmtpo/orders/rec1');
  await userEvent.click(await screen.findByRole('button', { name: 'Refund order…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Refund order 100001' }));
  await userEvent.type(dialog.getByLabelText('Enter the amount to confirm'), '21.60');
  const refund = dialog.getByRole('button', { name: 'Refund $21.60' });
  await userEvent.click(refund);
  expect(sent).toBeUndefined();
  await userEvent.type(dialog.getByLabelText('Reason for refunding a used or shipped item'), 'Foam was out');
  await userEvent.click(refund);
  expect(await dialog.findByText('Nobody refunds an order of their own.')).toBeVisible();
  expect(sent).toEqual({
    refundReason: 'customer_request',
    restock: true,
    endMembership: false,
    expectedAmount: 2160,
    expectedRefunded: 0,
    override: true,
    reason: 'Foam was out',
  });
});

it('blocks refunds of your own order', async () => {
  answer('get', '/admin/orders/{transRecordId}', () => ok({ ...order, userId: account().userId }));
  answer('get', '/admin/orders/{transRecordId}/history', () =>
    ok({ acts: [], jobs: [], uses: [], clubUses: [] }),
  );
  await enterAs('owner', '/mmtpo/orders/rec1');
  expect(await screen.findByText(/This is your own order/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Refund order…' })).toBeNull();
});

it('shows the data of an unknown payment and records its outcome', async () => {
  const payment = { ...order.payment, state: 'unknown' } as NonNullable<OrderDetail['payment']>;
  const unknown: OrderDetail = { ...order, state: 'unknown', waitsForPerson: true, payment };
  answer('get', '/admin/orders/{transRecordId}', () => ok(unknown));
  let sent: unknown;
  answer('post', '/admin/orders/{transRecordId}/settlement', async (request) => {
    sent = await request.json();
    return ok(order);
  });
  await enterAs('manager', '/mmtpo/orders/rec1');
  await userEvent.click(await screen.findByRole('button', { name: 'Resolve payment' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Resolve payment' }));
  for (const fact of ['ref1', '$21.60', 'Ada Byron']) expect(dialog.getByText(fact)).toBeVisible();
  await userEvent.selectOptions(dialog.getByLabelText('What did you find?'), 'Approved: keep it');
  await userEvent.type(dialog.getByLabelText('Transaction number'), 'T-77');
  await userEvent.click(dialog.getByRole('button', { name: 'Save outcome' }));
  expect(await screen.findByText('Payment outcome recorded')).toBeVisible();
  expect(sent).toEqual({ approved: true, transaction: 'T-77', code: '' });
});

it("records an unknown refund's outcome after confirmation", async () => {
  const reversal = {
    reversalId: 5,
    kind: 'refund',
    state: 'unknown',
    amount: 2160,
    code: '',
    createdAt: '2026-11-20T13:00:00Z',
  } as OrderDetail['reversals'][number];
  answer('get', '/admin/orders/{transRecordId}', () => ok({ ...order, reversals: [reversal] }));
  let sent: unknown;
  answer('post', '/admin/orders/{transRecordId}/reversals/{reversalId}', async (request) => {
    sent = await request.json();
    return ok({ ...reversal, state: 'done' });
  });
  await enterAs('manager', '/mmtpo/orders/rec1');
  await userEvent.click(await screen.findByRole('button', { name: 'Mark as completed' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText(/Look for \$21\.60/)).toBeVisible();
  expect(sent).toBeUndefined();
  await userEvent.click(question.getByRole('button', { name: 'Mark as completed' }));
  await eventually(() => expect(sent).toEqual({ done: true }));
});

it('shows an unreachable processor and retries', async () => {
  setSession(tokens(4_000_000_000));
  answer('get', '/users', () => refusal(403, 'site_suspended', 'Not now.'));
  await renderSurface(surface, '/mmtpo/orders');
  const again = await screen.findByRole('button', { name: 'Try again' });
  answer('get', '/users', () => ok(account({ role: 'owner' })));
  await userEvent.click(again);
  expect(await screen.findByRole('link', { name: '100001' })).toBeVisible();
});

it('offers a new site only with a granted account', async () => {
  const templates = vi.fn(() => ok([]));
  answer('get', '/accounts/starting-configs', templates);
  await enterAs('attendant', '/SiteAdmin');
  expect(await screen.findByRole('heading', { name: 'No access', level: 2 })).toBeVisible();
  expect(templates).not.toHaveBeenCalled();
});

it('creates a new site with a granted account', async () => {
  answer('get', '/accounts', () => ok([{ hsAccountId: 'hs-1', companyName: 'Foam & Co.' }]));
  answer('get', '/accounts/starting-configs', () => ok([]));
  answer('get', '/accounts/countries', () => ok([]));
  await enterAs('manager', '/SiteAdmin');
  expect(await screen.findByRole('radio', { name: 'Foam & Co.' })).toBeChecked();
  expect(screen.getByRole('link', { name: 'New site' })).toHaveAttribute('href', '/SiteAdmin');
});

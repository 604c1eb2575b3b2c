import { QueryClient } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { beforeAll, expect, it, vi } from 'vitest';
import type { OrderDetail } from '@/shared/api/types';
import { Providers } from '@/shared/surface/providers';
import { answer, ok } from '@/shared/testing/server';
import { sayMore } from '../catalogue';
import { DisputeDialog } from './dispute-dialog';
import { SettleDialog } from './settle-dialog';

/** An order from before the site changed its currency to US dollars. */
const order = {
  transRecordId: 'rec1',
  orderNumber: '100001',
  currency: 'JPY',
  disputable: 2808,
  createdAt: '2026-11-20T12:00:00Z',
} as OrderDetail;

const ways = { onDone: vi.fn(), onClose: vi.fn() };

beforeAll(sayMore);

const open = (dialog: ReactElement) => render(<Providers queries={new QueryClient()}>{dialog}</Providers>);

it("disputes an amount in the order's currency", async () => {
  const sent: unknown[] = [];
  answer('post', '/admin/orders/{transRecordId}/disputes', async (request) => {
    sent.push(await request.json());
    return ok(true as never);
  });
  open(<DisputeDialog order={order} {...ways} />);
  expect(screen.getByLabelText('Disputed amount')).toHaveValue('2808');
  await userEvent.selectOptions(screen.getByLabelText('Dispute reason'), 'other');
  await userEvent.click(screen.getByRole('button', { name: 'Record dispute' }));
  await expect.poll(() => sent).toMatchObject([{ amount: 2808 }]);
});

it("refunds a found charge in the order's currency", async () => {
  const sent: unknown[] = [];
  answer('post', '/admin/orders/{transRecordId}/settlement', async (request) => {
    sent.push(await request.json());
    return ok(true as never);
  });
  const payment = { amount: 2808, processor: 'moneris', reference: 'r1' } as never;
  open(<SettleDialog order={order} payment={payment} {...ways} />);
  await userEvent.selectOptions(screen.getByLabelText('What did you find?'), 'takeBack');
  await userEvent.type(screen.getByLabelText('Transaction number'), '42');
  expect(screen.getByLabelText('Amount charged')).toHaveValue('2808');
  await userEvent.click(screen.getByRole('button', { name: 'Refund charge' }));
  await expect.poll(() => sent).toMatchObject([{ amount: 2808 }]);
});

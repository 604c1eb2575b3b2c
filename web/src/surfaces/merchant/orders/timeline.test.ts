import { expect, it } from 'vitest';
import type { OrderDetail } from '@/shared/api/types';
import { money } from '@/shared/format/money';
import { timelineOf } from './timeline';

const order = (total: number, reversals: object[] = []) =>
  ({
    createdAt: '2026-11-20T12:00:00Z',
    settledAt: '2026-11-20T12:00:01Z',
    state: 'paid',
    total,
    reversals,
    disputes: [],
  }) as unknown as OrderDetail;

const texts = (about: OrderDetail) => timelineOf(about, (minor) => money(minor)).map(({ text }) => text);

it('shows the amount of a paid order', () => {
  expect(texts(order(1303))).toEqual(['Paid', '$13.03 order placed']);
});

it('shows no amount for a change of clubs that costs nothing', () => {
  const dropped = {
    kind: 'void',
    amount: 0,
    state: 'done',
    createdAt: '2026-11-21T12:00:00Z',
    settledAt: '2026-11-21T12:00:00Z',
  };
  const shown = texts(order(0, [dropped]));
  expect(shown).toContain('Completed without a charge');
  expect(shown).toContain('Order placed');
  expect(shown.join()).not.toContain('0.00');
});

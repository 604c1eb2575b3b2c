import { expect, it } from 'vitest';
import { readState } from '@/shared/list/list-state';
import { askedOf, orderFields } from './order-filters';

const asked = (query: string) => askedOf(readState(orderFields, new URLSearchParams(query)));

it('reads filters from the URL', () => {
  expect(asked('q=ada&state=paid&needs=shipment&from=2026-11-01&to=2026-11-30&at=5')).toEqual({
    q: 'ada',
    state: 'paid',
    needs: 'shipment',
    from: '2026-11-01',
    to: '2026-11-30',
  });
});

it('reads the dispute filter from the URL', () => {
  expect(asked('state=dispute_open')).toEqual({ dispute: 'open' });
});

it('ignores missing and unknown filters', () => {
  expect(asked('')).toEqual({});
  expect(asked('state=lost&needs=love&from=2026-02-30&to=tomorrow')).toEqual({});
});

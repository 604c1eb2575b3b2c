import { expect, it } from 'vitest';
import { narrowing, withoutView, withView } from './kept-views';

it('stores filters without the page', () => {
  expect(narrowing('?state=paid&at=7-3&q=ada')).toBe('q=ada&state=paid');
  expect(narrowing('?at=7')).toBe('');
});

it('stores one view per name and list', () => {
  const one = { list: 'orders', name: 'To send', search: 'needs=shipment' };
  const other = { ...one, list: 'clubs' };
  const changed = { ...one, search: 'state=paid' };
  expect(withView([one, other], changed)).toEqual([other, changed]);
  expect(withoutView([one, other], one)).toEqual([other]);
});

import { expect, it } from 'vitest';
import { cursorOf, partOf } from './trail';

const at = (trail: string) => `?at=${trail}`;

it('moves from page to page and back', () => {
  const first = partOf({ items: [1, 2], nextCursor: 'b', count: 5 }, { trail: '', size: 2, at });
  expect(first).toMatchObject({ previous: null, next: '?at=b', range: { from: 1, to: 2, count: 5 } });
  const second = partOf({ items: [3, 4], nextCursor: 7, count: 5 }, { trail: 'b', size: 2, at });
  expect(second).toMatchObject({ previous: '?at=', next: '?at=b~7', range: { from: 3, to: 4, count: 5 } });
  const last = partOf({ items: [5], nextCursor: null, count: 5 }, { trail: 'b~7', size: 2, at });
  expect(last).toMatchObject({ previous: '?at=b', next: null, range: { from: 5, to: 5, count: 5 } });
});

it('requests the current cursor', () => {
  expect(cursorOf('')).toBeUndefined();
  expect(cursorOf('b~7')).toBe('7');
});

it('never counts less than it shows', () => {
  const grown = partOf({ items: [5, 6], nextCursor: null, count: 5 }, { trail: 'b~7', size: 2, at });
  expect(grown.range).toEqual({ from: 5, to: 6, count: 6 });
});

import { expect, test } from 'vitest';
import { neighboursOf } from './neighbours';

test('moves an item past neighbors of its type', () => {
  const all = [1, 3, 4, 5];
  const odd = (one: number, other: number) => one % 2 === other % 2;
  expect(neighboursOf(all, 1, odd)).toEqual({ above: undefined, below: 3 });
  expect(neighboursOf(all, 3, odd)).toEqual({ above: 1, below: undefined });
  expect(neighboursOf(all, 5, odd)).toEqual({ above: undefined, below: undefined });
  expect(neighboursOf(all, 9, odd)).toEqual({ above: undefined, below: undefined });
});

import { expect, it } from 'vitest';
import { type Box, liftClear } from './free-place';

const toast: Box = { top: 700, bottom: 750, left: 40, right: 350 };
const button = (top: number, left = 20, right = 370): Box => ({ top, bottom: top + 48, left, right });

it.each([
  ['stays where nothing is', [], 0],
  ['stays beside what is elsewhere', [button(720, 0, 40), button(200)], 0],
  ['goes over a button', [button(710)], 48],
  ['goes over two that leave no room between them', [button(710), button(640)], 118],
  ['goes between two that do', [button(710), button(560)], 48],
])('a toast %s', (_, obstacles, lift) => {
  expect(liftClear(toast, obstacles)).toBe(lift);
});

it('covers as few controls as possible if there is no space', () => {
  const wall = Array.from({ length: 30 }, (_, index) => button(index * 30));
  const lift = liftClear(toast, [...wall, button(705)]);
  expect(lift).toBeGreaterThanOrEqual(0);
  expect(toast.top - lift).toBeGreaterThanOrEqual(0);
});

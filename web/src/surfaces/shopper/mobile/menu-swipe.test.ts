import { expect, it } from 'vitest';
import { opensMenu } from './menu-swipe';

const from = { x: 20, y: 300 };

it.each([
  ['half the screen is not enough', { x: 220, y: 300 }, false],
  ['more than half is', { x: 221, y: 300 }, true],
  ['a little up or down does not matter', { x: 300, y: 400 }, true],
  ['a scroll is no swipe', { x: 260, y: 560 }, false],
  ['nor is one to the left', { x: -300, y: 300 }, false],
])('%s', (_, to, opens) => {
  expect(opensMenu(from, to, 400)).toBe(opens);
});

import { expect, it } from 'vitest';
import { isAtEdge } from './screen-edge';

it.each([
  [0, true],
  [23, true],
  [24, false],
  [366, false],
  [367, true],
])('leaves a gesture that starts at %i of 390 to the device: %s', (x, own) => {
  expect(isAtEdge(x, 390)).toBe(own);
});

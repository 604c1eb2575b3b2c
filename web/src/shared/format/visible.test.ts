import { expect, it } from 'vitest';
import codes from './cases/codes.json';
import { visible } from './visible';

it.each(codes)('converts %j into %s', (entered, kept) => {
  expect(visible(entered)).toBe(kept);
});

import { expect, it } from 'vitest';
import { contrast, legible, over } from './legible';

it('calculates contrast ratios', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
  expect(contrast('#ffffff', '#ffffff')).toBe(1);
});

it('blends transparent colors', () => {
  expect(over('#00000080', '#ffffff')).toBe('#7f7f7f');
  expect(over('#123456', '#ffffff')).toBe('#123456');
  expect(over('greenish', '#ffffff')).toBe('#ffffff');
});

it('finds a legible tone and keeps legible colors', () => {
  const parts = ['00', '80', 'ff'];
  const colours = parts.flatMap((red) =>
    parts.flatMap((green) => parts.map((blue) => `#${red}${green}${blue}`)),
  );
  for (const text of colours) {
    for (const ground of colours) {
      const tone = legible(text, ground, 4.5);
      expect(contrast(tone, ground)).toBeGreaterThanOrEqual(4.5);
      if (contrast(text, ground) >= 4.5) expect(tone).toBe(text);
    }
  }
});

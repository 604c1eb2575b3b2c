import { expect, it } from 'vitest';
import { contrast, slideColours } from './slide-colours';

it('is legible on every background', () => {
  for (let step = 0; step < 4096; step += 7) {
    const ground = `#${[step & 15, (step >> 4) & 15, step >> 8].map((part) => (part * 17).toString(16).padStart(2, '0')).join('')}`;
    const { text } = slideColours(ground, { primary: ground, accent: ground });
    expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.4);
  }
});

it('gives the button a contrasting color', () => {
  const teal = { primary: '#0b7a75', accent: '#ffc247' };
  expect(slideColours('#0a726d', teal).button).toBe('var(--accent)');
  expect(slideColours('#ffffff', teal).button).toBe('var(--brand)');
  expect(slideColours('not a colour', teal).ground).toBe('#0b7a75');
});

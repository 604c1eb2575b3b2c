import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('makes no phone links from codes and card numbers', () => {
  const html = readFileSync('index.html', 'utf8');
  expect(html).toMatch(/<meta name="format-detection" content="telephone=no" \/>/);
});

import { expect, it } from 'vitest';
import { namesIn } from './sites-in';

it('parses names with any separator, each once', () => {
  expect(namesIn(' sparkle, Tidal\nfoamco;sparkle ')).toEqual(['sparkle', 'tidal', 'foamco']);
  expect(namesIn(' \n')).toEqual([]);
});

import { expect, it } from 'vitest';
import { namesIn } from './sites-in';

it('finds names however they are separated, each once', () => {
  expect(namesIn(' sparkle, Tidal\nfoamco;sparkle ')).toEqual(['sparkle', 'tidal', 'foamco']);
  expect(namesIn(' \n')).toEqual([]);
});

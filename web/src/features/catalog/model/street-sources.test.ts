import { expect, it } from 'vitest';
import { streetSources } from './street-sources';

const all = { style: 's', google: 'g', apple: 'a' };
const keys = (maps: typeof all | Record<keyof typeof all, string | null>, onApple: boolean) =>
  streetSources(maps, onApple).map(({ key }) => key);

it('prefers Apple on its devices, then Google, then the style', () => {
  expect(keys(all, true)).toEqual(['a', 'g', 's']);
  expect(keys(all, false)).toEqual(['g', 's']);
});

it('uses only configured providers', () => {
  expect(keys({ ...all, google: null }, true)).toEqual(['a', 's']);
  expect(keys({ ...all, google: null }, false)).toEqual(['s']);
  expect(keys({ style: null, google: null, apple: 'a' }, false)).toEqual([]);
});

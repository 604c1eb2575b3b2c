import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { titles } from './refusal';

it('has a title for each rejection at a kiosk', () => {
  const table = readFileSync('../docs/KIOSK.md', 'utf8').split('## Error codes')[1] ?? '';
  const named = [...table.matchAll(/^\| `([a-z_]+)` \|/gm)].map(([, code]) => code);
  expect(named.length).toBeGreaterThan(10);
  expect(Object.keys(titles).sort()).toEqual(named.sort());
});

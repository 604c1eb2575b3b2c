import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { jobName } from './job-words';

const folder = '../tenant-runtime/src';

const kinds = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.rs'))
  .flatMap((name) => [
    ...readFileSync(join(folder, name), 'utf8').matchAll(
      /^impl Job for .*\n *const KIND: &'static str = "([a-z_.]+)";/gm,
    ),
  ])
  .map(([, kind = '']) => kind);

it('has a title for every background job', () => {
  expect(kinds).toContain('checkout.receipt');
  expect(kinds.filter((kind) => jobName(kind) === kind)).toEqual([]);
});

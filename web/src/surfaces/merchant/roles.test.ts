import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { acts, isAtLeast } from './roles';

/** Required caller of each route, from the generated table. */
const callers = new Map<string, string>(
  readFileSync('../docs/API-DESIGN.md', 'utf8')
    .split('\n')
    .map((line) => /^\| (GET|POST|PUT|PATCH|DELETE) \| `([^`]+)` \| ([^|]+) \|/.exec(line))
    .flatMap((row) => (row ? [[`${row[1]} ${row[2]}`, (row[3] ?? '').trim()] as const] : [])),
);

it.each(Object.entries(acts))('requires the same roles as the server: %s', (_, act) => {
  const caller = callers.get(act.route);
  const asTable = 'asTable' in act;
  const [plain, table] = caller?.split('; as a table: ') ?? [];
  expect(asTable ? table : plain).toBe(act.from);
});

it('lets each role do what lower roles can', () => {
  expect(isAtLeast('owner', 'manager')).toBe(true);
  expect(isAtLeast('attendant', 'manager')).toBe(false);
  expect(isAtLeast('customer', 'attendant')).toBe(false);
});

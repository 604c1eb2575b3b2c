import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { AuditEntry } from '@/shared/api/types';
import { jobName } from '../waiting/job-words';
import { actName, actorOf, namedActs, subjectName } from './audit-words';

const entry = { actor: 'customer:3', actorName: null, subject: 'order:7', subjectName: null } as AuditEntry;

it('names known and unknown actions', () => {
  expect(actName('offer_changed')).toBe('Discount updated');
  expect(actName('engine_started')).toBe('engine started');
});

it('names the resource of an event', () => {
  expect(subjectName(entry)).toBe('Order 7');
  expect(subjectName({ ...entry, subject: 'loyalty' })).toBe('Points');
  expect(subjectName({ ...entry, subject: 'session:a:b' })).toBe('Session');
  expect(subjectName({ ...entry, subject: 'customer:3', subjectName: 'Ada Byron' })).toBe('Ada Byron');
});

it('names the actor, even of a deleted account', () => {
  expect(actorOf({ ...entry, actorName: 'Olga Owner' })).toBe('Olga Owner');
  expect(actorOf(entry)).toBe('Deleted account');
  expect(actorOf({ ...entry, actor: 'billing' })).toBe('billing');
});

/** Names that the server's source passes to its audit log and its job queue. */
function inServer(patterns: RegExp[]): string[] {
  const folder = join(process.cwd(), '../tenant-runtime/src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.rs'),
  );
  const found = files.flatMap((name) => {
    const source = readFileSync(join(folder, name), 'utf8').split('#[cfg(test)]')[0] ?? '';
    return patterns.flatMap((pattern) => [...source.matchAll(pattern)].map(([, word = '']) => word));
  });
  return [...new Set(found)].sort();
}

it('has words for everything that the server records', () => {
  const recorded = inServer([
    /action: "([a-z_]+)"/g,
    /audit::note\([^;"]*"([a-z]+_[a-z_]+)"/g,
    /effects::record\([^;"]*"([a-z_]+)"/g,
    /\("([a-z]+_[a-z_]+)", (?:detail|json!)/g,
    /ReversalState::[A-Z][a-z]+, "([a-z_]+)"/g,
  ]);
  expect(recorded.length).toBeGreaterThan(40);
  expect(recorded.filter((action) => !namedActs.includes(action))).toEqual([]);
});

it('has words for every background job', () => {
  const kinds = inServer([/impl Job for \w+ \{[^}]*?const KIND: &'static str = "([a-z_.]+)"/g]);
  expect(kinds.length).toBeGreaterThan(30);
  expect(kinds.filter((kind) => jobName(kind) === kind)).toEqual([]);
});

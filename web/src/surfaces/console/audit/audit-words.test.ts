import { expect, it } from 'vitest';
import type { ProviderAuditRecord } from '@/shared/api/types';
import { fieldName } from '@/shared/office/field-names';
import { actName, actorOf } from './audit-words';
import { changesOf } from './changes';
import { fieldNames } from './field-words';

const record = (fields: Partial<ProviderAuditRecord>): ProviderAuditRecord => ({
  id: 'a',
  at: '2026-11-20T12:00:00Z',
  actor: 'cli',
  action: 'site.create',
  subject: 's',
  details: {},
  ...fields,
});

it("names actor and action, with the server's name for unknown actions", () => {
  expect(actName('site.create')).toBe('Site created');
  expect(actName('comet.catch')).toBe('comet.catch');
  expect(actorOf(record({}))).toBe('Command line');
  expect(actorOf(record({ actor: 'demo' }))).toBe('demo');
  expect(actorOf(record({ actor: 'site:1:user:2' }))).toBe('Site staff');
  expect(actorOf(record({ actor: 'x', actorEmail: 'ada@suds.example' }))).toBe('ada@suds.example');
});

it('shows values before and after in every format', () => {
  expect(changesOf({ from: 'viewer', to: 'owner' })).toEqual({
    changes: [{ path: '', before: 'viewer', after: 'owner' }],
    besides: [],
  });
  expect(changesOf({ from: '1.5.0', target: '1.5.1' }).besides.map(({ path }) => path)).toEqual([
    'from',
    'target',
  ]);
  const { changes, besides } = changesOf({ before: { name: 'a' }, after: { name: 'b' }, reason: 'why' });
  expect(changes).toEqual([{ path: 'name', before: 'a', after: 'b' }]);
  expect(besides).toEqual([{ path: 'reason', before: null, after: 'why' }]);
});

it.each([
  ['ownerEmail', 'Owner email'],
  ['owner_email', 'Owner email'],
  ['hsAccountId', 'CRM ID'],
  ['deleteAfter', 'Deletion date'],
])('has a label for the detail %j', (path, name) => {
  expect(fieldName(path, fieldNames)).toBe(name);
});

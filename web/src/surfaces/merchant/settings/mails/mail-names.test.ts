import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inOrder, mailName } from './mail-names';

const kinds = readdirSync('../tenant-runtime/templates/mail')
  .filter((name) => name.endsWith('.subject'))
  .map((name) => name.replace('.subject', ''));

it('has a name for every email', () => {
  expect(kinds.filter((kind) => mailName(kind) === kind)).toEqual([]);
});

it('lists unknown emails last', () => {
  expect(inOrder([{ kind: 'news' }, { kind: 'refund' }, { kind: 'receipt' }])).toEqual([
    { kind: 'receipt' },
    { kind: 'refund' },
    { kind: 'news' },
  ]);
});

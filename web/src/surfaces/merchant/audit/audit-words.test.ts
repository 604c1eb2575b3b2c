import { expect, it } from 'vitest';
import type { AuditEntry } from '@/shared/api/types';
import { actName, actorOf, subjectName } from './audit-words';

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

import { expect, it } from 'vitest';
import { inFours, stateOfTerminal } from './terminal-words';

const now = Date.parse('2026-11-20T12:00:00Z');

it.each([
  [{ isPaired: false }, 'Not paired'],
  [{ isPaired: true, lastSeenAt: null }, 'Paired'],
  [{ isPaired: true, lastSeenAt: '2026-11-20T11:59:00Z' }, 'Online'],
  [{ isPaired: true, lastSeenAt: '2026-11-20T11:00:00Z' }, 'Offline'],
])('describes %j: %s', (terminal, label) => {
  expect(stateOfTerminal(terminal, now).label).toBe(label);
});

it('groups the digits of a code', () => {
  expect(inFours('12345678')).toBe('1234 5678');
});

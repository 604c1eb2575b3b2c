import { expect, it } from 'vitest';
import { bytesOf, textOf, wasDismissed } from './passkey';

it('writes bytes as the server reads them, and back', () => {
  const bytes = new Uint8Array([251, 255, 190, 0]);
  expect(textOf(bytes.buffer)).toBe('-_--AA');
  expect([...bytesOf('-_--AA')]).toEqual([...bytes]);
});

it('tells a question that was closed from one that failed', () => {
  expect(wasDismissed(new DOMException('', 'NotAllowedError'))).toBe(true);
  expect(wasDismissed(new DOMException('', 'SecurityError'))).toBe(false);
  expect(wasDismissed(new Error('NotAllowedError'))).toBe(false);
});

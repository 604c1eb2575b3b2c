import { expect, it } from 'vitest';
import { bytesOf, textOf, wasDismissed } from './passkey';

it('encodes and decodes bytes like the server', () => {
  const bytes = new Uint8Array([251, 255, 190, 0]);
  expect(textOf(bytes.buffer)).toBe('-_--AA');
  expect([...bytesOf('-_--AA')]).toEqual([...bytes]);
});

it('distinguishes a canceled prompt from a failed one', () => {
  expect(wasDismissed(new DOMException('', 'NotAllowedError'))).toBe(true);
  expect(wasDismissed(new DOMException('', 'SecurityError'))).toBe(false);
  expect(wasDismissed(new Error('NotAllowedError'))).toBe(false);
});

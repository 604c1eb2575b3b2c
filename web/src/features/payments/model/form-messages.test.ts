import { expect, it } from 'vitest';
import { readFormMessage } from './form-messages';

const here = 'http://sparkle.localhost';
const say = (data: unknown, origin = here) =>
  readFormMessage(new MessageEvent('message', { data, origin }), here);

it('accepts messages from this origin', () => {
  expect(say({ source: 'suds-payment-form', event: 'complete', ticket: 't' })).toEqual({
    event: 'complete',
    ticket: 't',
  });
});

it.each([
  [{ source: 'suds-payment-form', event: 'complete', ticket: 't' }, 'http://evil.example'],
  [{ source: 'other', event: 'complete', ticket: 't' }, here],
  [{ source: 'suds-payment-form', event: 'paid', ticket: 't' }, here],
  [null, here],
  ['complete', here],
])('ignores other origins: %j', (data, origin) => {
  expect(say(data, origin)).toBeNull();
});

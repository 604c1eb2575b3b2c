import { expect, it } from 'vitest';
import { erased, isScanner, nothingTyped, typed } from './typing';

/** Types digits with a delay in milliseconds between them. */
const type = (digits: string, pace: number, before = nothingTyped, start = 1000) =>
  [...digits].reduce((now, digit, index) => typed(now, digit, start + index * pace, 12), before);

it('takes digits from a hand one by one, and the last one back', () => {
  const hand = type('1048', 300);
  expect(hand.digits).toBe('1048');
  expect(erased(hand).digits).toBe('104');
  expect(isScanner(hand, 2000)).toBe(false);
});

it('begins anew where a scanner types, whatever was typed before', () => {
  const scan = type('104822597316', 8, type('77', 300), 5000);
  expect(scan.digits).toBe('104822597316');
  // Enter is part of the scan; a later Enter by a person isn't.
  expect(isScanner(scan, scan.last + 8)).toBe(true);
  expect(isScanner(scan, scan.last + 400)).toBe(false);
});

it('loses no digit of a scanner that stutters', () => {
  const stutters = type('97316', 8, type('1048225', 8), 1000 + 7 * 8 + 90);
  expect(stutters.digits).toBe('104822597316');
});

it('takes no more than the whole number of a scan', () => {
  expect(type('1048225973160', 8).digits).toBe('104822597316');
});

it('begins anew after the last digit', () => {
  expect(typed(type('104822597317', 300), '2', 9000, 12).digits).toBe('2');
});

it('takes presses on the pad for a hand, however they mix with keys', () => {
  const pressed = [...'1234'].reduce(
    (now, digit) => typed(now, digit, Number.NEGATIVE_INFINITY, 12),
    nothingTyped,
  );
  expect(pressed.digits).toBe('1234');
  expect(type('567', 300, pressed).digits).toBe('1234567');
  expect(typed(type('12', 300), '3', Number.NEGATIVE_INFINITY, 12).digits).toBe('123');
});

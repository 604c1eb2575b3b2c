import { expect, it } from 'vitest';
import { isCode } from '@/shared/format/codes';
import {
  completeNumber,
  digitOf,
  ended,
  endedNumber,
  endsScan,
  erased,
  hidden,
  isEnd,
  nothingTyped,
  shownDigits,
  type Typing,
  typed,
} from './typing';

const code = '104822597316';

/** Types digits with a delay in milliseconds between them. */
const type = (digits: string, pace: number, before = nothingTyped, start = 1000) =>
  [...digits].reduce((now, digit, index) => typed(now, digit, start + index * pace), before);

/** Digits from the keypad on the screen. */
const press = (digits: string, before = nothingTyped) =>
  [...digits].reduce((now, digit) => typed(now, digit, null), before);

const complete = (now: Typing) => completeNumber(now, 12, isCode);
const shown = (now: Typing) => shownDigits(now, 12);
const key = (name: string, code = '', shiftKey = false) => ({ key: name, code, shiftKey });

it('shows digits one by one, and removes the last one', () => {
  const hand = type('1048', 300);
  expect(shown(hand)).toBe('1048');
  expect(shown(erased(hand))).toBe('104');
});

it.each([
  ['&', 'Digit1', '1'],
  ['é', 'Digit2', '2'],
  ['à', 'Digit0', '0'],
  ['Process', 'Digit7', '7'],
])('reads %j at the position %s as %s', (name, position, digit) => {
  expect(digitOf(key(name, position))).toBe(digit);
});

it('reads digits of a French keyboard with Shift, of the numeric keypad, and without positions', () => {
  expect(digitOf(key('2', 'Digit2', true))).toBe('2');
  expect(digitOf(key('4', 'Numpad4'))).toBe('4');
  expect(digitOf(key('4'))).toBe('4');
  expect(digitOf(key('ArrowLeft', 'Numpad4'))).toBeNull();
  expect(digitOf(key('@', 'Digit2', true))).toBeNull();
});

it('ends a number with every key but those that change the next one', () => {
  expect(['Enter', 'Tab', 'a', ']', 'Dead'].filter((name) => !isEnd(key(name)))).toEqual([]);
  expect(['Shift', 'CapsLock', 'NumLock', 'AltGraph', ' '].filter((name) => isEnd(key(name)))).toEqual([]);
});

it.each([2, 8, 80, 120, 400])('reads a code with %i ms between its keys', (pace) => {
  expect(complete(type(code, pace))).toBe(code);
});

it.each([8, 80, 120])('reads a code with %i ms between its keys after stray digits', (pace) => {
  for (const before of [press('5'), press('104822'), type('77', 300)]) {
    expect(complete(type(code, pace, before, 5000))).toBe(code);
  }
});

it('separates a scan from a preceding stray number', () => {
  // With the digit before it, the beginning of this code is a valid code, too.
  const [stray, scanned] = ['2', '104822597316'];
  const now = type(scanned.slice(0, 11), 80, press(stray), 5000);
  expect(isCode(stray + scanned.slice(0, 11))).toBe(true);
  expect(complete(now)).toBeNull();
  expect(complete(typed(now, '6', 5880))).toBe(scanned);
});

it('keeps each digit of an uneven scanner', () => {
  const stutters = type('97316', 8, type('1048225', 8), 1000 + 7 * 8 + 90);
  expect(complete(stutters)).toBe(code);
});

it('reports a longer number unchanged', () => {
  const long = type(`5${code}`, 8);
  expect(complete(long)).toBeNull();
  expect(endedNumber(long, 12)).toBe(`5${code}`);
});

it('ignores a symbology identifier before a code', () => {
  for (const [letter, position] of [
    ['Q', 'KeyQ'],
    ['a', 'KeyQ'],
    ['C', ''],
  ] as const) {
    const bracket = ended(press('5'), position ? key('$', 'BracketRight') : key(']'), 1000);
    const now = typed(ended(bracket, key(letter, position), 1005), '1', 1010);
    expect(complete(type(code, 5, now, 1015))).toBe(code);
  }
});

it('ignores digits that follow a scan without a pause', () => {
  const taken = { ...type(code, 8), taken: code };
  const rest = typed(hidden(taken), '7', taken.last + 8);
  expect(shown(rest)).toBe('');
  expect(endedNumber(rest, 12)).toBe(`${code}7`);
  expect(shown(typed(hidden(taken), '7', taken.last + 1000))).toBe('7');
  expect(shown(typed({ ...press(code), taken: code }, '7', null))).toBe('7');
});

it('consumes the Enter of a scan, and no other', () => {
  const taken = { ...type(code, 100), taken: code };
  expect(endsScan(taken, taken.last + 100)).toBe(true);
  expect(endsScan(taken, taken.last + 2000)).toBe(false);
  expect(endsScan(type('1048', 400), 9000)).toBe(true);
  expect(endsScan(press('1048'), 9000)).toBe(false);
  expect(endsScan(nothingTyped, 9000)).toBe(false);
});

it('combines keypad and keyboard input', () => {
  expect(shown(type('567', 300, press('1234')))).toBe('1234567');
  expect(shown(press('3', type('12', 300)))).toBe('123');
  expect(complete(press('104822597317'))).toBe('104822597317');
});

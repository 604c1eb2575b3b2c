/** Digit with the time of its key in milliseconds; null for the keypad on the screen. */
type Digit = { digit: string; at: number | null };

/** Part of a symbology identifier (`]Q1`) that has arrived: its bracket, or the bracket and the letter. */
type Identifier = 'none' | 'bracket' | 'letter';

/** Digits entered so far, with their source. */
export type Typing = {
  entered: readonly Digit[];
  /** Number already taken from them; null for none. */
  taken: string | null;
  /** Whether the screen that showed them is gone. More keys without a pause belong to the same number. */
  isHidden: boolean;
  identifier: Identifier;
  /** Time of the last key, in milliseconds. */
  last: number;
};

export const nothingTyped: Typing = {
  entered: [],
  taken: null,
  isHidden: false,
  identifier: 'none',
  last: Number.NEGATIVE_INFINITY,
};

/** Milliseconds without a key after which a complete number has ended. */
export const settles = 600;

/** Milliseconds after the last key in which Enter still belongs to a scan. */
const enterBelongs = 500;

/** Shortest pause in milliseconds that can separate two numbers; scanners pause less between digits. */
const shortestPause = 50;

/** Digits after a pause that identify a scan of any speed. */
const scanned = 6;

/** Longest input to remember; no number is longer. */
const longest = 64;

const position = /^Digit(\d)$/;

/** Keys that change the next key, or none. */
const silent = /^(?:Shift|Control|Alt|AltGraph|Meta|CapsLock|NumLock|Fn|FnLock|ScrollLock|Unidentified)$/;

type Key = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>;

/**
 * Digit of a key: by its character, or by its position, because scanners press the keys of a US keyboard and
 * French layouts have other characters there. Null for other keys.
 */
export function digitOf({ key, code, shiftKey }: Key): string | null {
  if (/^\d$/.test(key)) return key;
  const [, digit] = position.exec(code) ?? [];
  return digit !== undefined && !shiftKey ? digit : null;
}

/** Whether a key ends a number. Spaces between groups of digits don't. */
export const isEnd = ({ key }: Key) => !silent.test(key) && key !== ' ';

/** Whether the digit at `place` starts another number: after a pause long for what follows, or from another source. */
function starts(entered: readonly Digit[], place: number): boolean {
  const gap = (index: number) => {
    const [from, to] = [entered[index - 1]?.at, entered[index]?.at];
    return typeof from === 'number' && typeof to === 'number' ? to - from : 0;
  };
  if ((entered[place - 1]?.at === null) !== (entered[place]?.at === null)) return true;
  let pace = 0;
  for (let index = place + 1; index < entered.length; index += 1) pace = Math.max(pace, gap(index));
  return gap(place) >= Math.max(shortestPause, 3 * pace);
}

const textOf = (entered: readonly Digit[]) => entered.map(({ digit }) => digit).join('');

/** Number of `length` digits at the end of the input; null if there is none. */
function numberIn(entered: readonly Digit[], length: number): string | null {
  const first = entered.length - length;
  if (first < 0 || (first > 0 && !starts(entered, first))) return null;
  return textOf(entered.slice(first));
}

/** Whether the last digits may be the beginning of a scan that follows stray digits. */
function mayGoOn(entered: readonly Digit[]): boolean {
  const last = entered.length - scanned;
  return entered.some((_, place) => place > 0 && place <= last && starts(entered, place));
}

/** Digits to show, at most `length`. */
export const shownDigits = ({ entered, isHidden }: Typing, length: number) =>
  isHidden ? '' : textOf(entered.slice(-length));

const isKeyed = ({ entered }: Typing) => typeof entered.at(-1)?.at === 'number';

/** Adds a digit. After a number was taken, a digit from the keypad or after a pause starts another one. */
export function typed(before: Typing, digit: string, at: number | null): Typing {
  const time = at ?? before.last;
  if (before.identifier === 'letter') return { ...before, identifier: 'none', last: time };
  const isOver = before.taken !== null || before.isHidden;
  const startsOver = isOver && (at === null || !isKeyed(before) || at - before.last >= settles);
  const { entered } = startsOver ? nothingTyped : before;
  const next = { ...(startsOver ? nothingTyped : before), identifier: 'none', last: time } as const;
  return { ...next, entered: [...entered, { digit, at }].slice(-longest) };
}

/** Number that is certain before its end: `accepts` knows it, or it is from the keypad. Null for none. */
export function completeNumber(now: Typing, length: number, accepts: (digits: string) => boolean) {
  const found = numberIn(now.entered, length);
  if (found === null || found === now.taken) return null;
  if (!isKeyed(now)) return found;
  return accepts(found) && !mayGoOn(now.entered.slice(-length)) ? found : null;
}

/**
 * Number at the end of the input. Null if it was taken or is too short. All digits if there are too many, for
 * they are no part of a number.
 */
export function endedNumber({ entered, taken }: Typing, length: number): string | null {
  if (entered.length < length) return null;
  const found = numberIn(entered, length) ?? textOf(entered);
  return found === taken ? null : found;
}

/**
 * Ends the number with a key that isn't a digit. A symbology identifier, a bracket, a letter and a digit, may
 * follow.
 */
export function ended(before: Typing, { key, code }: Key, at: number): Typing {
  const isBracket = code === '' ? key === ']' : code === 'BracketRight';
  const isLetter = code === '' ? /^\p{L}$/u.test(key) : /^Key[A-Z]$/.test(code);
  const follows = before.identifier === 'bracket' && isLetter;
  return { ...nothingTyped, identifier: isBracket ? 'bracket' : follows ? 'letter' : 'none', last: at };
}

/** Whether Enter is the end of a scan, so that it must not activate the focused button. */
export function endsScan(now: Typing, at: number): boolean {
  const isFresh = at - now.last < enterBelongs;
  if (now.taken !== null || now.isHidden || now.entered.length === 0) return isFresh;
  return isKeyed(now);
}

export const erased = (before: Typing): Typing =>
  before.isHidden ? nothingTyped : { ...before, taken: null, entered: before.entered.slice(0, -1) };

/** Hides the digits; keys that follow without a pause still belong to them. */
export const hidden = (before: Typing): Typing =>
  isKeyed(before) ? { ...before, isHidden: true } : nothingTyped;

import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Digits entered so far, with their source. */
export type Typing = {
  digits: string;
  /** Last digits that arrived at scanner speed. */
  burst: string;
  /** Whether they started after a pause, so earlier digits belong to another number. */
  anew: boolean;
  /** Time of the last digit, in milliseconds. */
  last: number;
};

export const nothingTyped: Typing = { digits: '', burst: '', anew: true, last: Number.NEGATIVE_INFINITY };

/** Maximum milliseconds between a scanner's keys; people type slower. */
const scannerPace = 50;

/** Longest pause between the digits of a scanned number, in milliseconds. */
const rest = 1000;

/** Digits in a row that identify a scanner. */
const scannerBurst = 3;

export function isScanner({ burst, last }: Typing, at: number): boolean {
  return burst.length >= scannerBurst && at - last < 2 * scannerPace;
}

/** Adds a digit. A scanner starts over, and so does a digit after the last position. */
export function typed(before: Typing, digit: string, at: number, length: number): Typing {
  const pause = at - before.last;
  const goesOn = pause >= 0 && pause < scannerPace;
  // A scanner that sends too many digits has read something else.
  if (goesOn && before.digits.length === length) return { ...before, last: at };
  const burst = goesOn ? before.burst + digit : digit;
  const anew = goesOn ? before.anew : !(pause >= 0 && pause < rest);
  if (anew && burst.length >= scannerBurst) return { digits: burst.slice(0, length), burst, anew, last: at };
  const digits = before.digits.length < length ? before.digits + digit : digit;
  return { digits, burst, anew, last: at };
}

export const erased = (before: Typing): Typing => ({ ...nothingTyped, digits: before.digits.slice(0, -1) });

/** Milliseconds without input after which a person counts as gone. */
const forgottenAfter = 30_000;

/** Whether the event comes from a field in a dialog. */
const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input, textarea, select');

/**
 * Digits of a fixed-length number from the keypad, a keyboard or a scanner that ends with Enter. `complete`
 * is called with the last digit.
 */
export function useTyping(length: number, complete: (digits: string) => void) {
  const now = useRef(nothingTyped);
  const [digits, show] = useState('');
  const whole = useRef(complete);
  whole.current = complete;

  const become = useCallback((next: Typing) => {
    now.current = next;
    show(next.digits);
  }, []);
  const type = useCallback(
    (digit: string, at: number) => {
      const before = now.current.digits;
      const next = typed(now.current, digit, at, length);
      become(next);
      if (next.digits.length === length && next.digits !== before) whole.current(next.digits);
    },
    [become, length],
  );
  const erase = useCallback(() => become(erased(now.current)), [become]);
  const clear = useCallback(() => become(nothingTyped), [become]);

  // Before the first paint, because a scanner doesn't wait.
  useLayoutEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isField(event.target)) return;
      const { key, timeStamp } = event;
      if (/^\d$/.test(key)) type(key, timeStamp);
      else if (key === 'Backspace') erase();
      else if (key === 'Escape') clear();
      // The Enter of a scan must not activate the focused button.
      else if (key === 'Enter' && isScanner(now.current, timeStamp)) {
        event.preventDefault();
        become({ ...nothingTyped, digits: now.current.digits });
      }
    };
    addEventListener('keydown', hear, { capture: true });
    return () => removeEventListener('keydown', hear, { capture: true });
  }, [type, erase, clear, become]);

  useEffect(() => {
    if (digits === '') return;
    const timer = setTimeout(clear, forgottenAfter);
    return () => clearTimeout(timer);
  }, [digits, clear]);

  // Keypad input has no typing speed.
  return { digits, type: (digit: string) => type(digit, Number.NEGATIVE_INFINITY), erase, clear };
}

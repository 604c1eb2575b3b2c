import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import * as typing from './typing';

/** Milliseconds without input after which a person counts as gone. */
const forgottenAfter = 30_000;

/** Types of inputs that take no text. */
const textless = /^(?:checkbox|radio|button|submit|range)$/;

/** Whether the event comes from a field for text. */
function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !textless.test(target.type);
  return target.matches('textarea, select');
}

const never = () => false;

type Options = {
  /** Whether digits are a valid number. It is complete with its last digit; others wait for their end. */
  accepts?: (digits: string) => boolean;
  /** Keeps digits that are too few when they end, such as a price. */
  keepsShort?: boolean;
};

/**
 * Digits of a fixed-length number from the keypad, a keyboard or a scanner of any speed. `complete` is called with
 * a number when it is certain. Enter, and any other key that isn't a digit, ends a number.
 */
export function useTyping(
  length: number,
  complete: (digits: string) => void,
  { accepts = never, keepsShort = false }: Options = {},
) {
  const now = useRef(typing.nothingTyped);
  const [digits, show] = useState('');
  const latest = useRef({ complete, accepts, keepsShort });
  latest.current = { complete, accepts, keepsShort };

  const become = useCallback(
    (next: typing.Typing) => {
      now.current = next;
      show(typing.shownDigits(next, length));
    },
    [length],
  );
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined);
  const take = useCallback(
    (number: string | null) => {
      if (number === null) return;
      become({ ...now.current, taken: number });
      latest.current.complete(number);
    },
    [become],
  );
  const end = useCallback(() => {
    clearTimeout(settling.current);
    take(typing.endedNumber(now.current, length));
  }, [take, length]);
  const type = useCallback(
    (digit: string, at: number | null) => {
      clearTimeout(settling.current);
      become(typing.typed(now.current, digit, at));
      take(typing.completeNumber(now.current, length, latest.current.accepts));
      if (typing.endedNumber(now.current, length) !== null)
        settling.current = setTimeout(end, typing.settles);
    },
    [become, take, end, length],
  );
  const erase = useCallback(() => become(typing.erased(now.current)), [become]);
  const hide = useCallback(() => become(typing.hidden(now.current)), [become]);
  const clear = useCallback(() => become(typing.nothingTyped), [become]);

  // Before the first paint, because a scanner doesn't wait.
  useLayoutEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.metaKey || event.altKey || isField(event.target)) return;
      const { key, timeStamp } = event;
      const digit = event.ctrlKey ? null : typing.digitOf(event);
      if (digit !== null) return type(digit, timeStamp);
      if (key === 'Backspace') return erase();
      if (key === 'Escape') return clear();
      if (!typing.isEnd(event)) return;
      const endsScan = typing.endsScan(now.current, timeStamp);
      // The Enter of a scan must not activate the focused button.
      if (key === 'Enter' && endsScan) event.preventDefault();
      // Keys that move between the buttons of the keypad, and press them, keep its digits.
      if ((key === 'Enter' || key === 'Tab') && !endsScan) return;
      end();
      const { entered, isHidden } = now.current;
      if (latest.current.keepsShort && !isHidden && entered.length < length) return;
      become(typing.ended(now.current, event, timeStamp));
    };
    addEventListener('keydown', hear, { capture: true });
    return () => {
      removeEventListener('keydown', hear, { capture: true });
      clearTimeout(settling.current);
    };
  }, [type, erase, clear, end, become, length]);

  useEffect(() => {
    if (digits === '') return;
    const timer = setTimeout(clear, forgottenAfter);
    return () => clearTimeout(timer);
  }, [digits, clear]);

  return { digits, type: (digit: string) => type(digit, null), erase, clear, hide };
}

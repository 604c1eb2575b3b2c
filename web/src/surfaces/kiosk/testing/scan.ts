import { fireEvent } from '@testing-library/react';

type Key = string | { key: string; code: string; shiftKey?: boolean };

/** Types digits and keys at once, like a fast scanner. A pause would start another scan. */
export function scan(digits: string, ...keys: string[]) {
  for (const key of [...digits, ...keys]) fireEvent.keyDown(document.body, { key });
}

/** Presses keys with a delay in milliseconds between them, from `start` on the page's clock. Returns the time after them. */
export function pressKeys(
  keys: readonly Key[],
  pace: number,
  start: number,
  target: Element = document.body,
) {
  for (const [index, key] of keys.entries()) {
    const init = typeof key === 'string' ? { key } : key;
    const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init });
    Object.defineProperty(event, 'timeStamp', { value: start + index * pace });
    fireEvent(target, event);
  }
  return start + keys.length * pace;
}

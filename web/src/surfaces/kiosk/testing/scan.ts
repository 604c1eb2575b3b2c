import { fireEvent } from '@testing-library/react';

/** Types like a scanner: all at once. A pause would start another scan. */
export function scan(digits: string, ...keys: string[]) {
  for (const key of [...digits, ...keys]) fireEvent.keyDown(document.body, { key });
}

import { fireEvent } from '@testing-library/react';

/** Types as a scanner does: all at once. A pause between two keys would begin another scan. */
export function scan(digits: string, ...keys: string[]) {
  for (const key of [...digits, ...keys]) fireEvent.keyDown(document.body, { key });
}

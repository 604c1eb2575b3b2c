import type { pressKey } from '../lib/press-key';
import { verdictOf } from './verdict';

/**
 * Sends with the key of a user action, so that a lost response can't cause a second effect: the next attempt
 * reuses the key until the server has responded definitively.
 */
export async function sendOnce<B, T>(
  press: ReturnType<typeof pressKey>,
  body: B,
  send: (key: string) => Promise<T>,
): Promise<T> {
  try {
    const answer = await send(await press.of(body));
    press.settle();
    return answer;
  } catch (error) {
    if (verdictOf(error) === 'refused') press.settle();
    throw error;
  }
}

import type { pressKey } from '../lib/press-key';
import { verdictOf } from './verdict';

/**
 * Sends under the key of a press, so that a lost answer is no second effect: a press after one repeats the key, until
 * the server has said how it went.
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

import { ApiError } from '../api/api-error';
import { differences } from './differences';

type Answer<T> = {
  /** Fetches the current value. */
  newest: () => Promise<T>;
  /** Compares the current value with the one sent. */
  sent: (now: T) => [there: unknown, sent: unknown];
};

/**
 * Saves changes made to a version. If that version is outdated because an earlier response was lost, and the
 * current value equals the one sent, it counts as saved.
 */
export async function saveOnce<T>(save: () => Promise<T>, { newest, sent }: Answer<T>): Promise<T> {
  try {
    return await save();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'stale_revision') throw error;
    const now = await newest();
    if (differences(...sent(now)).length > 0) throw error;
    return now;
  }
}

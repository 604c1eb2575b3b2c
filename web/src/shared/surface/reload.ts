import { ApiError } from '../api/api-error';
import { parallel, unwrap } from '../api/client';

/** Whether it is reached, whatever it says. */
export async function serverAnswers(): Promise<boolean> {
  try {
    await unwrap(parallel.GET('/api/v1/system/app-version'));
    return true;
  } catch (error) {
    return !(error instanceof ApiError) || error.status !== 0;
  }
}

/**
 * Loads the app anew, but only from a server that answers: the browser's own error page has no way back. Resolves to
 * whether it does.
 */
export async function reloadFromServer(): Promise<boolean> {
  if (!(await serverAnswers())) return false;
  location.reload();
  return true;
}

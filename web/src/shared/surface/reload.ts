import { ApiError } from '../api/api-error';
import { parallel, unwrap } from '../api/client';

/** Whether the server responds, with any status. */
export async function serverAnswers(): Promise<boolean> {
  try {
    await unwrap(parallel.GET('/api/v1/system/app-version'));
    return true;
  } catch (error) {
    return !(error instanceof ApiError) || error.status !== 0;
  }
}

/**
 * Reloads the app only if the server responds, because the browser's error page has no way back. Resolves to
 * whether it did.
 */
export async function reloadFromServer(): Promise<boolean> {
  if (!(await serverAnswers())) return false;
  location.reload();
  return true;
}

import { ApiError } from '../api/api-error';
import { parallel, unwrap } from '../api/client';

/**
 * Loads the app anew, but only from a server that answers: the browser's own error page has no way back. Resolves to
 * whether it does.
 */
export async function reloadFromServer(): Promise<boolean> {
  try {
    await unwrap(parallel.GET('/api/v1/locations'));
  } catch (error) {
    if (error instanceof ApiError && error.status === 0) return false;
  }
  location.reload();
  return true;
}

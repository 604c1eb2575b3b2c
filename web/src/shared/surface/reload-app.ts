import { clearCaches } from '../lib/caches';
import { serverAnswers } from './reload';

/**
 * Restarts with the server's current version if the server responds and it is `still` wanted. Clears the
 * app's caches; keeps session, device, cart and choices. Resolves to whether it does.
 */
export async function reloadApp(still = () => true): Promise<boolean> {
  if (!(await serverAnswers()) || !still()) return false;
  await clearCaches();
  location.reload();
  return true;
}

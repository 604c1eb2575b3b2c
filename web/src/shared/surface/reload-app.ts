import { clearCaches } from '../lib/caches';
import { serverAnswers } from './reload';

/**
 * Starts from what the server has now, if it answers and that is `still` wanted then, without anything that was kept of the app.
 * Session, device, cart and choices stay. Resolves to whether it does.
 */
export async function reloadApp(still = () => true): Promise<boolean> {
  if (!(await serverAnswers()) || !still()) return false;
  await clearCaches();
  location.reload();
  return true;
}

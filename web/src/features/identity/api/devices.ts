import { parallel, unwrap } from '@/shared/api/client';

/**
 * Tells the server which device the customer is using; the id travels in a header of every call. Nobody waits for it.
 */
export async function registerDevice(): Promise<void> {
  await unwrap(parallel.POST('/api/v1/devices', { body: { deviceId: null } }));
}

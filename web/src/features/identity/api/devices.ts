import { api, unwrap } from '@/shared/api/client';

/** Tells the server which device the customer is using; the id travels in a header of every call. */
export async function registerDevice(): Promise<void> {
  await unwrap(api.POST('/api/v1/devices', { body: { deviceId: null } }));
}

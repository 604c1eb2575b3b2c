import { parallel, unwrap } from '@/shared/api/client';

/** Registers this device. Its ID is sent as a header with every request, so nothing waits for this one. */
export async function registerDevice(): Promise<void> {
  await unwrap(parallel.POST('/api/v1/devices', { body: { deviceId: null } }));
}

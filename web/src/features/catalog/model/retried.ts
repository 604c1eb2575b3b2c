import { pause } from '@/shared/lib/pause';

const times = 3;
const first = 1000;

/** Retries three times, after one, two and four seconds or once the device is online, before it fails. */
export async function retried<T>(attempt: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (failures === times || signal.aborted) throw error;
      await pause(first * 2 ** failures, signal);
      signal.throwIfAborted();
    }
  }
}

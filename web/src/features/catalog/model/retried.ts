import { pause } from '@/shared/lib/pause';

const times = 3;
const first = 1000;

/** Tries again three times what fails, after one, two and four seconds or once the device is online; then it has failed. */
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

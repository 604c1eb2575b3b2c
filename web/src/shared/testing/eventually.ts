import { vi } from 'vitest';

/** Waits until `check` doesn't throw, for as long as a busy machine needs. Advances fake timers, if there are any. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 20_000 });

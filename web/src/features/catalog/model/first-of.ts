import { retried } from './retried';

/** Opens the first source that works; each is `retried` before the next one. Rejects if all fail. */
export async function firstOf<Source, Opened>(
  sources: readonly Source[],
  open: (source: Source) => Promise<Opened>,
  signal: AbortSignal,
): Promise<Opened> {
  const failures: unknown[] = [];
  for (const source of sources) {
    try {
      return await retried(() => open(source), signal);
    } catch (error) {
      signal.throwIfAborted();
      failures.push(error);
    }
  }
  throw new AggregateError(failures, 'none could be opened');
}

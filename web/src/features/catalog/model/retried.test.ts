import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { retried } from './retried';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('retries three times with growing delays', async () => {
  const attempt = vi.fn(() => Promise.reject(new Error('no tiles')));
  const tried = retried(attempt, new AbortController().signal);
  const failed = expect(tried).rejects.toThrow('no tiles');
  const counts: number[] = [];
  for (const wait of [0, 1000, 2000, 4000, 60_000]) {
    await vi.advanceTimersByTimeAsync(wait);
    counts.push(attempt.mock.calls.length);
  }
  await failed;
  expect(counts).toEqual([1, 2, 3, 4, 4]);
});

it('accepts a later success', async () => {
  const attempt = vi.fn(() => Promise.resolve('map'));
  attempt.mockRejectedValueOnce(new Error('no tiles'));
  const tried = retried(attempt, new AbortController().signal);
  await vi.advanceTimersByTimeAsync(1000);
  await expect(tried).resolves.toBe('map');
});

it('stops with the page', async () => {
  const stop = new AbortController();
  const attempt = vi.fn(() => Promise.reject(new Error('no tiles')));
  const failed = expect(retried(attempt, stop.signal)).rejects.toThrow();
  await vi.advanceTimersByTimeAsync(0);
  stop.abort();
  await failed;
  expect(attempt).toHaveBeenCalledTimes(1);
});

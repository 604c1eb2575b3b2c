import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { firstOf } from './first-of';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const fails = (...names: string[]) =>
  vi.fn(async (name: string) => {
    if (names.includes(name)) throw new Error(name);
    return `map of ${name}`;
  });

it('uses the next provider after the first has failed', async () => {
  const open = fails('apple');
  const opened = firstOf(['apple', 'google', 'style'], open, new AbortController().signal);
  await vi.advanceTimersByTimeAsync(7000);
  await expect(opened).resolves.toBe('map of google');
  expect(open.mock.calls.flat()).toEqual(['apple', 'apple', 'apple', 'apple', 'google']);
});

it('fails if no provider is left', async () => {
  const opened = firstOf(['google', 'style'], fails('google', 'style'), new AbortController().signal);
  const failed = expect(opened).rejects.toThrow('none could be opened');
  await vi.advanceTimersByTimeAsync(14_000);
  await failed;
});

it('stops with the page', async () => {
  const stop = new AbortController();
  const open = fails('google');
  const failed = expect(firstOf(['google', 'style'], open, stop.signal)).rejects.toThrow();
  await vi.advanceTimersByTimeAsync(0);
  stop.abort();
  await failed;
  expect(open.mock.calls.flat()).toEqual(['google']);
});

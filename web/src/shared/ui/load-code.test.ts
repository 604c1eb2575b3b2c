import { afterEach, expect, it, vi } from 'vitest';
import { loadCode } from './load-code';

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const missing = () => {
  const file = 'http://sparkle.localhost/v/1.5.1/assets/shopper/wallet-page-BGughhTI.js';
  return Promise.reject(new TypeError(`Failed to fetch dynamically imported module: ${file}`));
};

it('names the chunk that failed', async () => {
  await expect(loadCode(missing)).rejects.toThrow('Loading chunk wallet-page failed');
});

it('reports a lost connection', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await expect(loadCode(missing)).rejects.toThrow('The Internet connection appears to be offline.');
});

it('times out after two minutes', async () => {
  vi.useFakeTimers();
  const failed = vi.fn();
  loadCode(() => new Promise(() => undefined)).catch(failed);
  await vi.advanceTimersByTimeAsync(119_000);
  expect(failed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(failed).toHaveBeenCalledOnce();
});

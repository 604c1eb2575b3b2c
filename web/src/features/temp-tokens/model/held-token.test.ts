import { afterEach, expect, it, vi } from 'vitest';
import { held, left, overFor } from './held-token';

afterEach(() => vi.useRealTimers());

it.each(['2026-11-20T15:00:00Z', '2019-01-01T00:00:00Z', '2031-05-05T05:05:05Z'])(
  "counts down by the server's time if the device's clock is %s",
  (now) => {
    vi.useFakeTimers({ now: new Date(now) });
    const answer = {
      id: '1',
      tempId: '712345678901',
      expiresAt: '2026-11-20T15:00:30Z',
      serverTime: '2026-11-20T15:00:00Z',
    };
    const token = held(answer, Date.now());
    expect(left(token)).toBe(30_000);
    vi.advanceTimersByTime(29_000);
    expect([left(token), overFor(token)]).toEqual([1000, 0]);
    vi.advanceTimersByTime(3000);
    expect([left(token), overFor(token)]).toEqual([0, 2000]);
  },
);

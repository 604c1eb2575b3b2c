import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { eventually } from '@/shared/testing/eventually';
import { answer, ok } from '../testing/server';
import { tokens } from '../testing/tokens';
import { readClaims } from './jwt';
import { keepSessionFresh } from './refresh';
import { currentTokens, setSession } from './session';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: 1_000_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Answers refresh requests with `next` and passes them to `look`; returns a counter. */
function refreshes(next: (count: number) => ReturnType<typeof tokens>, look?: (request: Request) => void) {
  let count = 0;
  answer('put', '/users/tokens', (request) => {
    count += 1;
    look?.(request);
    return ok(next(count));
  });
  return () => count;
}

it('refreshes one minute before the access token ends', async () => {
  const now = Date.now() / 1000;
  const fresh = tokens(now + 7200, 'second');
  setSession(tokens(now + 3600));
  let queue: string | null = null;
  refreshes(
    () => fresh,
    (request) => {
      queue = request.headers.get('Queue-Type');
    },
  );
  const stop = keepSessionFresh();
  await vi.advanceTimersByTimeAsync((3600 - 61) * 1000);
  expect(currentTokens()?.refreshToken).toBe('refresh-first');
  await vi.advanceTimersByTimeAsync(2000);
  await eventually(() => expect(currentTokens()).toEqual(fresh));
  expect(queue).toBe('parallel');
  stop();
});

it.each([-7200, -3600, 3600, 90_000])('tolerates a server clock that is %i seconds off', async (ahead) => {
  const server = () => Date.now() / 1000 + ahead;
  setSession(tokens(server() + 3600));
  const count = refreshes((turn) => tokens(server() + 3600, `turn ${turn}`));
  const stop = keepSessionFresh();
  await vi.advanceTimersByTimeAsync((3600 - 61) * 1000);
  expect(count()).toBe(0);
  await vi.advanceTimersByTimeAsync(2000);
  await eventually(() => expect(currentTokens()?.refreshToken).toBe('refresh-turn 1'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(count()).toBe(1);
  stop();
});

it("doesn't loop for short-lived tokens", async () => {
  setSession(tokens(Date.now() / 1000, 'first', { iat: Date.now() / 1000 }));
  const count = refreshes((turn) => tokens(Date.now() / 1000, `turn ${turn}`, { iat: Date.now() / 1000 }));
  const stop = keepSessionFresh();
  for (let second = 0; second < 65; second += 1) {
    await vi.advanceTimersByTimeAsync(1000);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(count()).toBe(2);
  stop();
});

it("keeps the token's lifetime after a reload", async () => {
  setSession(tokens(Date.now() / 1000 - 100_000));
  await vi.advanceTimersByTimeAsync(3000 * 1000);
  const count = refreshes((turn) => tokens(Date.now() / 1000 + 3600, `turn ${turn}`));
  const stop = keepSessionFresh();
  await vi.advanceTimersByTimeAsync(530 * 1000);
  expect(count()).toBe(0);
  await vi.advanceTimersByTimeAsync(11_000);
  await eventually(() => expect(count()).toBe(1));
  stop();
});

it('rejects a token without exactly three parts', () => {
  expect(() => readClaims('a.b')).toThrow('Invalid JWT');
  expect(() => readClaims('a.b.c.d')).toThrow('Invalid JWT');
});

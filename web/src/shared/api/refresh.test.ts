import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answer, ok } from '../testing/server';
import { tokens } from '../testing/tokens';
import { readClaims } from './jwt';
import { keepSessionFresh } from './refresh';
import { currentTokens, setSession } from './session';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: 1_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

it('refreshes one minute before the access token ends', async () => {
  const now = Date.now() / 1000;
  const fresh = tokens(now + 7200, 'second');
  setSession(tokens(now + 3600));
  let queue: string | null = null;
  answer('put', '/users/tokens', (request) => {
    queue = request.headers.get('Queue-Type');
    return ok(fresh);
  });
  const stop = keepSessionFresh();
  await vi.advanceTimersByTimeAsync((3600 - 61) * 1000);
  expect(currentTokens()?.refreshToken).toBe('refresh-first');
  await vi.advanceTimersByTimeAsync(2000);
  await vi.waitFor(() => expect(currentTokens()).toEqual(fresh));
  expect(queue).toBe('parallel');
  stop();
});

it('refuses a token without exactly three parts', () => {
  expect(() => readClaims('a.b')).toThrow('Invalid JWT');
  expect(() => readClaims('a.b.c.d')).toThrow('Invalid JWT');
});

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clearSession, setSession } from '../api/session';
import { serverNow } from './server-now';

const real = Date.UTC(2027, 5, 1, 12);
const hour = 3_600_000;

function token(): string {
  const iat = real / 1000;
  const claims = btoa(JSON.stringify({ iat, exp: iat + 3600, sub: '1' }));
  return `head.${claims}.tail`;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  sessionStorage.clear();
  clearSession();
  vi.useRealTimers();
});

it.each([2 * hour, -2 * hour, 0])('is correct on a device whose clock is %i ms off', (off) => {
  vi.setSystemTime(real + off);
  setSession({ accessToken: token(), refreshToken: 'r' });
  vi.setSystemTime(real + off + 10 * 60_000);
  expect(serverNow()).toBe(real + 10 * 60_000);
});

it('ignores network latency', () => {
  vi.setSystemTime(real + 4_000);
  setSession({ accessToken: token(), refreshToken: 'r' });
  vi.setSystemTime(real + 5_000);
  expect(serverNow()).toBe(real + 5_000);
});

it("uses the device's clock when logged out", () => {
  vi.setSystemTime(real + hour);
  expect(serverNow()).toBe(real + hour);
});

it("uses the device's clock for read-only viewers", () => {
  vi.setSystemTime(real + hour);
  sessionStorage.setItem('view', `view.${token()}`);
  expect(serverNow()).toBe(real + hour);
});

import { renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { eventually } from '@/shared/testing/eventually';
import { listenToOtherTabs, store } from '../lib/store';
import { stubCaches } from '../testing/caches';
import { tokens } from '../testing/tokens';
import {
  clearSession,
  currentSession,
  currentTokens,
  onSession,
  restoreSession,
  setSession,
  useSession,
} from './session';

const later = 2_000_000_000;
const pair = tokens(later);

afterEach(() => vi.unstubAllGlobals());

it('is stored locally and in the cache', async () => {
  const kept = stubCaches();
  setSession(pair);
  expect(currentTokens()).toEqual(pair);
  await eventually(async () => expect(await [...kept.values()][0]?.clone().json()).toMatchObject(pair));
});

it('is restored from the cache if local storage was lost', async () => {
  const kept = stubCaches();
  setSession(pair);
  await eventually(() => expect(kept.size).toBe(1));
  localStorage.clear();
  await restoreSession();
  expect(currentTokens()).toEqual(pair);
});

it('is removed from both at logout', async () => {
  const kept = stubCaches();
  setSession(pair);
  clearSession();
  await eventually(() => expect(kept.size).toBe(0));
  await restoreSession();
  expect(currentSession()).toBeNull();
});

it('has no tokens for a guest', () => {
  setSession({ guest: true });
  expect(currentSession()).toEqual({ guest: true });
  expect(currentTokens()).toBeNull();
});

it.each(['session', 'cart', 'scheme', 'location'])('detects %s in other tabs', (key) => {
  listenToOtherTabs();
  const heard = vi.fn();
  const stop = key === 'session' ? onSession(heard) : store.listen(key, heard);
  dispatchEvent(new StorageEvent('storage', { key: `suds:${key}`, newValue: '"new"' }));
  dispatchEvent(new StorageEvent('storage', { key: 'other', newValue: '"new"' }));
  expect(heard).toHaveBeenCalledWith('new');
  stop();
});

it.each([
  ['true', true],
  ['false', false],
  [undefined, false],
])('reads the admin flag from the token (%s)', (claim, isAdmin) => {
  setSession(tokens(later, 'first', claim ? { IsAdmin: claim } : {}));
  expect(renderHook(() => useSession()).result.current).toMatchObject({ isLoggedIn: true, isAdmin });
});

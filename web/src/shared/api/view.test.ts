import { renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { stubCaches } from '../testing/caches';
import { tokens } from '../testing/tokens';
import { clearSession, currentTokens, setSession, useSession } from './session';
import { beginView, viewToken } from './view';

const pair = tokens(2_000_000_000);

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

it("starts with the link's token and opens the back office", () => {
  const replace = vi.fn();
  vi.stubGlobal('location', { hash: '#view.a.b.c', replace });
  beginView();
  expect(viewToken()).toBe('view.a.b.c');
  expect(replace).toHaveBeenCalledWith('/mmtpo');
});

it("replaces only this tab's session", () => {
  stubCaches();
  setSession(pair);
  sessionStorage.setItem('view', `view.${pair.accessToken}`);
  expect(currentTokens()).toEqual({ accessToken: `view.${pair.accessToken}`, refreshToken: '' });
  expect(renderHook(() => useSession()).result.current.isLoggedIn).toBe(true);
  clearSession();
  expect(viewToken()).toBeNull();
  expect(currentTokens()).toEqual(pair);
});

import { act, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { store } from '../lib/store';
import { openSite } from '../testing/site';
import { followScheme, useScheme } from './scheme';

const root = document.documentElement;
const brand = { radius: 'round', density: 'cosy', shadow: 'soft', font: 'inter' };

it("starts from the merchant's scheme and follows the choice", () => {
  openSite({ brand: { ...brand, scheme: 'dark' } });
  followScheme();
  expect(root.hasAttribute('data-dark')).toBe(true);
  const { result } = renderHook(() => useScheme());
  act(() => result.current[1]('light'));
  expect(result.current[0]).toBe('light');
  expect(root.hasAttribute('data-light')).toBe(true);
  expect(root.hasAttribute('data-dark')).toBe(false);
});

it('follows a choice made in another tab', () => {
  openSite({ brand: { ...brand, scheme: 'light' } });
  followScheme();
  const { result } = renderHook(() => useScheme());
  act(() => store.write('scheme', 'dark'));
  expect(result.current[0]).toBe('dark');
  expect(root.hasAttribute('data-dark')).toBe(true);
});

it('rejects unknown schemes', () => {
  openSite({ brand: { ...brand, scheme: 'light' } });
  store.write('scheme', 'sepia');
  const { result } = renderHook(() => useScheme());
  expect(result.current[0]).toBe('light');
});

it('follows the device if the merchant chose so', () => {
  openSite({ brand: { ...brand, scheme: 'system' } });
  const device = Object.assign(new EventTarget(), { matches: false });
  vi.spyOn(window, 'matchMedia').mockReturnValue(device as unknown as MediaQueryList);
  const { result, unmount } = renderHook(() => useScheme());
  expect(result.current[0]).toBe('light');
  act(() => {
    device.matches = true;
    device.dispatchEvent(new Event('change'));
  });
  expect(result.current[0]).toBe('dark');
  unmount();
  vi.restoreAllMocks();
});

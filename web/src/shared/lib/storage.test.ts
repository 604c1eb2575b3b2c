import { afterEach, expect, it, vi } from 'vitest';
import { deviceStorage, tabStorage } from './storage';

afterEach(() => vi.restoreAllMocks());

function refuse(...what: ('getItem' | 'setItem' | 'removeItem')[]) {
  for (const name of what) {
    vi.spyOn(Storage.prototype, name).mockImplementation(() => {
      throw new DOMException('no', 'SecurityError');
    });
  }
}

it('keeps values in memory if storage is denied', () => {
  refuse('getItem', 'setItem', 'removeItem');
  tabStorage.write('a', '1');
  expect(tabStorage.read('a')).toBe('1');
  tabStorage.remove('a');
  expect(tabStorage.read('a')).toBeNull();
});

it('keeps new values in memory if storage is full', () => {
  deviceStorage.write('a', 'old');
  refuse('setItem');
  deviceStorage.write('a', 'new');
  expect(deviceStorage.read('a')).toBe('new');
  expect(deviceStorage.names()).toContain('a');
  vi.restoreAllMocks();
  deviceStorage.write('a', 'newest');
  expect(localStorage.getItem('a')).toBe('newest');
  expect(deviceStorage.read('a')).toBe('newest');
});

import { afterEach, expect, it, vi } from 'vitest';
import { eventually } from '@/shared/testing/eventually';
import { stubCaches } from '../testing/caches';
import { deviceId, restoreDevice } from './device';

afterEach(() => vi.unstubAllGlobals());

it('is twenty characters, made once', () => {
  stubCaches();
  expect(deviceId()).toMatch(/^\w{20}$/);
  expect(deviceId()).toBe(deviceId());
});

it('comes back from the cache entry where local storage was lost', async () => {
  const kept = stubCaches();
  const id = deviceId();
  await eventually(() => expect(kept.size).toBe(1));
  localStorage.clear();
  await restoreDevice();
  expect(deviceId()).toBe(id);
});

it('gives an id of before a copy', async () => {
  const kept = stubCaches();
  localStorage.setItem('suds:device', JSON.stringify('a'.repeat(20)));
  await restoreDevice();
  await eventually(async () => expect(await [...kept.values()][0]?.clone().json()).toBe('a'.repeat(20)));
});

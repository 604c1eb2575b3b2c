import { afterEach, expect, it, vi } from 'vitest';
import { eventually } from '@/shared/testing/eventually';
import { stubCaches } from '../testing/caches';
import { deviceId, restoreDevice } from './device';

afterEach(() => vi.unstubAllGlobals());

it('has twenty characters and is created once', () => {
  stubCaches();
  expect(deviceId()).toMatch(/^\w{20}$/);
  expect(deviceId()).toBe(deviceId());
});

it('is restored from the cache if local storage was lost', async () => {
  const kept = stubCaches();
  const id = deviceId();
  await eventually(() => expect(kept.size).toBe(1));
  localStorage.clear();
  await restoreDevice();
  expect(deviceId()).toBe(id);
});

it('copies an earlier ID', async () => {
  const kept = stubCaches();
  localStorage.setItem('suds:device', JSON.stringify('a'.repeat(20)));
  await restoreDevice();
  await eventually(async () => expect(await [...kept.values()][0]?.clone().json()).toBe('a'.repeat(20)));
});

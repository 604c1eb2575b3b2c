import { expect, it } from 'vitest';
import { actsOn, progressOf } from './progress';

const wave = { name: 'canary', sites: 4, moved: 2, failed: 1, state: 'moving' } as const;

it('counts finished sites', () => {
  const waves = [wave, { ...wave, name: 'all', sites: 8, moved: 0, failed: 0 }];
  expect(progressOf({ waves })).toEqual({ sites: 12, moved: 2, failed: 1, share: 0.25 });
  expect(progressOf({ waves: [] }).share).toBe(1);
});

it('offers actions by rollout state', () => {
  expect(actsOn({ state: 'running', kind: 'app' })).toEqual(['pause', 'rollback']);
  expect(actsOn({ state: 'held', kind: 'schema' })).toEqual(['resume', 'rollback']);
  expect(actsOn({ state: 'paused', kind: 'database' })).toEqual(['resume']);
  expect(actsOn({ state: 'rolled_back', kind: 'app' })).toEqual([]);
});

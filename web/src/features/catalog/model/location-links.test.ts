import { expect, it } from 'vitest';
import { openSite } from '@/shared/testing/site';
import { listAt, targetOf } from './location-links';

const lists = { washes: '/washes', washClub: '/washClub' };

it('returns to the list that asked for a location', () => {
  openSite({ forceLocations: true });
  const target = targetOf(new URLSearchParams({ to: 'washClub', label: 'Unlimited' }), lists);
  expect(target).toEqual({ path: '/washClub', label: 'Unlimited' });
  expect(listAt(target, 3)).toBe('/washClub?location=3&forced=true');
});

it('opens the washes without a known origin', () => {
  openSite({ navWords: {} });
  expect(targetOf(new URLSearchParams(), lists)).toEqual({ path: '/washes', label: 'Washes' });
  expect(targetOf(new URLSearchParams({ to: 'elsewhere', label: 'Click me' }), lists).label).toBe('Washes');
  expect(listAt(targetOf(new URLSearchParams(), lists), 3)).toBe('/washes?location=3');
});

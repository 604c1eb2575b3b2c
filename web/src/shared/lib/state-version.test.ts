import { expect, it } from 'vitest';
import { resetOldState, stateVersion } from './state-version';
import { store } from './store';

it('is 1.0.4 under the fixed prefix', async () => {
  expect(await resetOldState()).toBe(false);
  expect(localStorage.getItem('suds:version')).toBe(JSON.stringify('1.0.4'));
});

it('keeps state of this version', async () => {
  store.write('version', stateVersion);
  store.write('fontSize', 12);
  expect(await resetOldState()).toBe(false);
  expect(store.read('fontSize')).toBe(12);
});

it('removes state of another version, except data that customers or kiosks need', async () => {
  const precious = {
    session: { guest: true },
    device: 'd',
    cart: [1],
    'open-order': {},
    scheme: 'dark',
    terminal: {},
    redemptions: [],
    payments: [],
    language: 'fr-CA',
    'config-draft': {},
    'list-views': {},
  };
  for (const [name, value] of Object.entries(precious)) store.write(name, value);
  store.write('version', '1.0.3');
  store.write('fontSize', 12);
  store.write('location', 3);
  localStorage.setItem('not-ours', 'x');
  expect(await resetOldState()).toBe(true);
  expect(store.read('fontSize')).toBeNull();
  expect(store.read('location')).toBeNull();
  for (const [name, value] of Object.entries(precious)) expect(store.read(name)).toEqual(value);
  expect(localStorage.getItem('not-ours')).toBe('x');
  expect(await resetOldState()).toBe(false);
});

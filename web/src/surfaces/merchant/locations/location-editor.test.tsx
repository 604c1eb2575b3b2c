import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { setSession } from '@/shared/api/session';
import { account } from '@/shared/testing/people';
import { renderSurface } from '@/shared/testing/render-surface';
import { answer, ok } from '@/shared/testing/server';
import { openSite } from '@/shared/testing/site';
import { tokens } from '@/shared/testing/tokens';
import { sayMore } from '../catalogue';
import { surface } from '../surface';

async function openNew() {
  setSession(tokens(4_000_000_000));
  answer('get', '/users', () => ok(account({ role: 'manager' })));
  await renderSurface(surface, '/mmtpo/locations/new');
  await screen.findByRole('button', { name: 'Save' });
}

const type = (label: string, text: string) =>
  userEvent.type(screen.getByRole('textbox', { name: label }), text);

beforeEach(async () => {
  openSite({ country: 'DE' });
  await sayMore();
  answer('get', '/system/app-version', () => ok({ appVersion: __SUDS_VERSION__ }) as never);
  answer('get', '/admin/locations', () => ok({ items: [], nextCursor: null, count: 0 }));
  answer('get', '/admin/waiting', () => ok([]));
  answer('get', '/accounts', () => ok([]));
});

it('moves the pin to the address', async () => {
  const asked: (string | null)[] = [];
  answer('get', '/admin/locations/position', (request) => {
    asked.push(new URL(request.url).searchParams.get('address'));
    return ok({ available: true, position: { latitude: 48.137, longitude: 11.575 } });
  });
  await openNew();
  expect(screen.getByRole('textbox', { name: 'Latitude' })).toHaveValue('');
  await type('Address', 'Marienplatz 1');
  await type('City', 'München');
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Latitude' })).toHaveValue('48.137'), {
    timeout: 5_000,
  });
  expect(screen.getByRole('textbox', { name: 'Longitude' })).toHaveValue('11.575');
  expect(asked).toEqual(['Marienplatz 1, München']);
});

it('asks to place the pin if the address is unknown', async () => {
  answer('get', '/admin/locations/position', () => ok({ available: true, position: null }));
  await openNew();
  await type('Address', 'Nirgendwo 1');
  await type('City', 'Niemandsland');
  expect(await screen.findByText(/^We couldn't find this address/, {}, { timeout: 5_000 })).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Latitude' })).toHaveValue('');
});

it('fills the other tax rates until they are entered', async () => {
  await openNew();
  const rate = (name: string) => screen.getByRole('textbox', { name });
  await type('Wash Club', '7');
  await type('Washes and bundles', '19');
  expect(rate('Wash Club')).toHaveValue('7');
  expect(rate('Merchandise')).toHaveValue('19');
});

import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { setSession } from '@/shared/api/session';
import { account } from '@/shared/testing/people';
import { renderSurface } from '@/shared/testing/render-surface';
import { answer, ok } from '@/shared/testing/server';
import { tokens } from '@/shared/testing/tokens';
import { sayMore } from '../catalogue';
import { surface } from '../surface';

it('leads to the first location before the first terminal', async () => {
  await sayMore();
  setSession(tokens(4_000_000_000));
  answer('get', '/users', () => ok(account({ role: 'owner' })));
  answer('get', '/system/app-version', () => ok({ appVersion: __SUDS_VERSION__ }) as never);
  answer('get', '/admin/waiting', () => ok([]));
  answer('get', '/accounts', () => ok([]));
  answer('get', '/locations', () => ok([]));
  answer('get', '/admin/locations', () => ok({ items: [], nextCursor: null, count: 0 }));
  answer('get', '/admin/terminals', () => ok({ items: [], nextCursor: null }));
  await renderSurface(surface, '/mmtpo/devices');
  await userEvent.click(await screen.findByRole('button', { name: 'Add terminal' }));
  const asked = within(await screen.findByRole('dialog', { name: 'Add a location first' }));
  await userEvent.click(asked.getByRole('button', { name: 'Add location' }));
  expect(await screen.findByRole('heading', { name: 'Add location' })).toBeVisible();
});

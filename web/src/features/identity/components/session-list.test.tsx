import { QueryClient } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, it } from 'vitest';
import { Providers } from '@/shared/surface/providers';
import { answer, ok, refusal } from '@/shared/testing/server';
import { DialogHost } from '@/shared/ui/dialog-host';
import { OwnSessions } from './own-sessions';

const session = (sessionId: string, client: string, isCurrent = false) => ({
  sessionId,
  client,
  address: '192.0.2.7',
  startedAt: '2026-11-20T12:00:00Z',
  lastUsedAt: '2026-11-20T12:00:00Z',
  isCurrent,
});
const [own, other] = [session('s1', 'Firefox on Linux', true), session('s2', 'Safari on iPhone')];

beforeEach(async () => {
  answer('get', '/users/sessions', () => ok([own, other]));
  const router = createMemoryRouter([{ path: '/', element: <OwnSessions /> }]);
  render(
    <Providers queries={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
      <DialogHost />
    </Providers>,
  );
  await screen.findByText('Firefox on Linux (this device)');
});

const endButton = () => screen.getByRole('button', { name: 'End session: Safari on iPhone' });

it('ends another session, but not the current one', async () => {
  answer('delete', '/users/sessions/{sessionId}', () => ok([own]));
  expect(screen.getAllByRole('button')).toHaveLength(1);
  await userEvent.click(endButton());
  await expect.poll(() => screen.queryByText('Safari on iPhone')).toBeNull();
});

it('shows an error, and the current list, if a session has already ended', async () => {
  answer('delete', '/users/sessions/{sessionId}', () => {
    answer('get', '/users/sessions', () => ok([own]));
    return refusal(404, 'not_found', 'We couldn’t find this.');
  });
  await userEvent.click(endButton());
  expect(await screen.findByText('We couldn’t find this.')).toBeVisible();
  await expect.poll(() => screen.queryByText('Safari on iPhone')).toBeNull();
});

import { QueryClient } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, it } from 'vitest';
import { Providers } from '@/shared/surface/providers';
import { answer, ok, refusal } from '@/shared/testing/server';
import { DialogHost } from '@/shared/ui/dialog-host';
import { meQuery } from '../api/own';
import { OwnersCard } from './owners-card';

const accepted = {
  invitationId: null,
  name: 'Olive Owens',
  email: 'olive@example.com',
  state: 'accepted',
  sentAt: null,
  expiresAt: null,
} as const;
const bounced = {
  invitationId: 7,
  name: '',
  email: 'mx@example.com',
  state: 'bounced',
  sentAt: '2026-11-20T12:00:00Z',
  expiresAt: '2026-11-27T12:00:00Z',
} as const;

beforeEach(async () => {
  answer('get', '/provider/sites/{id}/owners', () => ok({ items: [accepted, bounced] }));
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  queries.setQueryData(meQuery().queryKey, { role: 'operator' } as never);
  const element = (
    <>
      <OwnersCard site="s1" />
      <DialogHost />
    </>
  );
  const router = createMemoryRouter([{ path: '/', element }]);
  render(
    <Providers queries={queries}>
      <RouterProvider router={router} />
    </Providers>,
  );
  await screen.findByText('olive@example.com');
});

it('shows owners and the state of their invitations', () => {
  expect(screen.getByText('Accepted')).toBeVisible();
  expect(screen.getByText('Not delivered')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Resend: olive@example.com' })).toBeNull();
});

it('resends an invitation', async () => {
  const sent: unknown[] = [];
  answer('post', '/provider/sites/{id}/owners/{invitationId}/resend', async (request) => {
    sent.push(await request.json());
    return ok({ items: [{ ...bounced, state: 'pending' }] });
  });
  await userEvent.click(screen.getByRole('button', { name: 'Resend: mx@example.com' }));
  await userEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Resend' }),
  );
  expect(await screen.findByText('Pending')).toBeVisible();
  expect(sent).toEqual([{}]);
});

it('sends an invitation to another address, and keeps a rejected one', async () => {
  const sent: unknown[] = [];
  answer('post', '/provider/sites/{id}/owners/{invitationId}/resend', async (request) => {
    sent.push(await request.json());
    if (sent.length === 1) return refusal(409, 'taken', 'This address already belongs to an owner.');
    return ok({ items: [{ ...bounced, email: 'max@example.com', state: 'pending' }] });
  });
  await userEvent.click(screen.getByRole('button', { name: 'Change address: mx@example.com' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change address' }));
  const address = dialog.getByLabelText('Email');
  await userEvent.type(address, 'olive@example.com');
  await userEvent.type(dialog.getByLabelText('Your password'), 'Sudsy-Foam-42');
  await userEvent.click(dialog.getByRole('button', { name: 'Send invitation' }));
  expect(await dialog.findByText('This address already belongs to an owner.')).toBeVisible();
  await userEvent.clear(address);
  await userEvent.type(address, 'max@example.com');
  await userEvent.click(dialog.getByRole('button', { name: 'Send invitation' }));
  expect(await screen.findByText('max@example.com')).toBeVisible();
  const password = 'Sudsy-Foam-42';
  expect(sent).toEqual([
    { email: 'olive@example.com', password },
    { email: 'max@example.com', password },
  ]);
});

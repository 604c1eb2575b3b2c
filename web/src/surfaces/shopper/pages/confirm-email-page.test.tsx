import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import { answer, ok } from '@/shared/testing/server';
import { ConfirmEmailPage } from './confirm-email-page';

it('confirms nothing before its button is pressed', async () => {
  const sent: unknown[] = [];
  answer('post', '/users/emails/confirm', async (request) => {
    sent.push(await request.json());
    return ok(true);
  });
  history.replaceState(null, '', '/confirmEmail?email=ada%40wash.co&token=secret');
  const routes = [
    { path: '/confirmEmail', element: <ConfirmEmailPage /> },
    { path: '/updated', element: <p>Updated</p> },
  ];
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={createMemoryRouter(routes, { initialEntries: ['/confirmEmail'] })} />
    </QueryClientProvider>,
  );
  expect(await screen.findByText('ada@wash.co')).toBeVisible();
  expect(sent).toEqual([]);
  expect(location.search).toBe('');
  await userEvent.click(screen.getByRole('button', { name: 'Confirm my email' }));
  expect(await screen.findByText('Updated')).toBeVisible();
  expect(sent).toEqual([{ email: 'ada@wash.co', token: 'secret' }]);
});

import { QueryClient } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import { Providers } from '@/shared/surface/providers';
import { answer, ok } from '@/shared/testing/server';
import { FailedTemplates } from './failed-templates';

const receipt = {
  kind: 'receipt',
  language: 'fr',
  reason: 'invalid',
  line: 12,
  emails: 3,
  failedAt: '2026-11-27T12:00:00Z',
} as const;

it('links each failed template to its editor, with the problem', async () => {
  answer('get', '/admin/failed-mail-templates', () =>
    ok([receipt, { ...receipt, kind: 'gift', line: null, reason: 'missing_link' }]),
  );
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const router = createMemoryRouter([{ path: '/', element: <FailedTemplates /> }]);
  render(
    <Providers queries={queries}>
      <RouterProvider router={router} />
    </Providers>,
  );
  const link = await screen.findByRole('link', { name: 'Receipt' });
  expect(link).toHaveAttribute('href', '/mmtpo/settings/email-templates?mail=receipt&language=fr');
  expect(screen.getByRole('row', { name: /Receipt Français Line 12 has an error\. 3/ })).toBeVisible();
  expect(screen.getByText('Its link was missing.')).toBeVisible();
});

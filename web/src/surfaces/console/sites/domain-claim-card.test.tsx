import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { SiteEntry } from '@/shared/api/types';
import { answer, ok } from '@/shared/testing/server';
import { meQuery } from '../api/own';
import { DomainClaimCard } from './domain-claim-card';

const claim = {
  domain: 'wash.example',
  recordName: '_suds.wash.example',
  recordValue: 'suds-site=t0ken',
  state: 'missing',
  checkedAt: '2026-11-20T12:00:00Z',
} as const;

it('shows the record of a domain and checks it again', async () => {
  const queries = new QueryClient();
  queries.setQueryData(meQuery().queryKey, { role: 'operator' } as never);
  const site = { id: 's1', state: 'active', domainClaim: claim } as SiteEntry;
  let checks = 0;
  answer('post', '/provider/sites/{id}/domain/check', () => {
    checks += 1;
    return ok({ ...site, domainClaim: null, customDomain: 'wash.example' });
  });
  render(
    <QueryClientProvider client={queries}>
      <DomainClaimCard site={site} claim={claim} />
    </QueryClientProvider>,
  );
  expect(screen.getByText('Record not found')).toBeVisible();
  expect(screen.getByText('_suds.wash.example')).toBeVisible();
  expect(screen.getByText('suds-site=t0ken')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Check again' }));
  await expect.poll(() => checks).toBe(1);
});

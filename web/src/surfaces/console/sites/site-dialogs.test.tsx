import { QueryClient } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import type { SiteEntry } from '@/shared/api/types';
import { Providers } from '@/shared/surface/providers';
import { answer, ok } from '@/shared/testing/server';
import { DomainDialog, RenameDialog } from './site-dialogs';

const site = { id: 's1', subdomain: 'canyon', customDomain: null } as SiteEntry;
const ways = { onDone: () => undefined, onClose: () => undefined };

it.each([
  ['subdomain', <RenameDialog key="rename" site={site} {...ways} />],
  ['custom domain', <DomainDialog key="domain" site={site} {...ways} />],
])('names the people whose passkeys stop working with another %s', async (_kind, element) => {
  answer('get', '/provider/sites/{id}/passkeys', () => ok({ people: 3, onlyPasskeys: 1 }));
  render(
    <Providers queries={new QueryClient()}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element }])} />
    </Providers>,
  );
  expect(
    await screen.findByText(/^3 people have passkeys.*1 person has no other login method/),
  ).toBeVisible();
});

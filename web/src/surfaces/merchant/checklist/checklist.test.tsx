import { QueryClient } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import { accountQuery } from '@/features/identity/api/account';
import type { ChecklistStep } from '@/shared/api/types';
import { Providers } from '@/shared/surface/providers';
import { account } from '@/shared/testing/people';
import { answer, ok } from '@/shared/testing/server';
import { DialogHost } from '@/shared/ui/dialog-host';
import { Checklist } from './checklist';

const step = (
  kind: ChecklistStep['kind'],
  standing: ChecklistStep['standing'],
  rest: Partial<ChecklistStep> = {},
): ChecklistStep => ({
  kind,
  standing,
  done: standing === 'done',
  needed: true,
  confirms: null,
  ...rest,
});
const privacy = step('privacy', 'to_check', { confirms: 'privacy' });
const opening = step('opening', 'missing', { needed: false });

function renderGuide(list: { open?: boolean; steps: ChecklistStep[] }) {
  answer('get', '/admin/checklist', () => ok({ dismissed: false, open: false, ...list }));
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  queries.setQueryData(accountQuery().queryKey, { ...account(), role: 'owner' } as never);
  const element = (
    <>
      <Checklist />
      <DialogHost />
    </>
  );
  const router = createMemoryRouter([{ path: '/', element }]);
  render(
    <Providers queries={queries}>
      <RouterProvider router={router} />
    </Providers>,
  );
  return screen.findByRole('region', { name: 'Setup guide' });
}

it('marks inherited content for review and confirms it', async () => {
  const confirmed: unknown[] = [];
  const guide = await renderGuide({ steps: [step('company', 'done'), privacy, opening] });
  answer('post', '/admin/opening/confirmations', async (request) => {
    confirmed.push(await request.json());
    return ok({ open: false, closedText: '', changedAt: null, firstOpenedAt: null, needs: [] });
  });
  expect(within(guide).getByText('To review')).toBeVisible();
  expect(within(guide).getByText('1 of 3 complete')).toBeVisible();
  await userEvent.click(within(guide).getByRole('button', { name: 'Confirm' }));
  await expect.poll(() => confirmed).toEqual([{ kind: 'privacy' }]);
});

it('marks steps that the shop can open without', async () => {
  const guide = await renderGuide({
    steps: [step('location', 'missing'), step('contact', 'missing', { needed: false }), privacy, opening],
  });
  const stepOf = (title: string) => within(guide).getByText(title).closest('li') as HTMLElement;
  expect(within(stepOf('Add support contacts')).getByText('Optional')).toBeVisible();
  expect(within(guide).getAllByText('Optional')).toHaveLength(1);
});

it('names what is missing before the shop opens, with links', async () => {
  const guide = await renderGuide({ steps: [step('location', 'missing'), privacy, opening] });
  await userEvent.click(within(guide).getByRole('button', { name: 'Open the shop' }));
  const missing = within(await within(guide).findByRole('alert'));
  expect(missing.getByRole('link', { name: 'Add a location' })).toHaveAttribute(
    'href',
    '/mmtpo/locations/new',
  );
  expect(missing.getByRole('link', { name: 'Publish your privacy policy' })).toBeVisible();
});

it('stays until the shop is open, even when complete', async () => {
  const guide = await renderGuide({ steps: [step('company', 'done'), opening] });
  expect(within(guide).queryByRole('button', { name: 'Dismiss' })).toBeNull();
});

it('can be dismissed once the shop is open', async () => {
  const guide = await renderGuide({ open: true, steps: [privacy, step('opening', 'done')] });
  expect(within(guide).getByRole('button', { name: 'Dismiss' })).toBeVisible();
});

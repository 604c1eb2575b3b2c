import { QueryClient } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Member } from '@/shared/api/types';
import { Providers } from '@/shared/surface/providers';
import { answer, ok } from '@/shared/testing/server';
import { sayMore } from '../catalogue';
import { RetryDialog } from './retry-dialog';

const member = { membershipId: 7, name: 'Bronze' } as Member;

let sent: unknown[];

beforeEach(async () => {
  sent = [];
  await sayMore();
  answer('post', '/admin/clubs/{membershipId}/retry', (request) => {
    sent.push(new URL(request.url).searchParams.get('oneMoreTry'));
    return ok(true);
  });
  const ways = { onDone: vi.fn(), onClose: vi.fn() };
  render(
    <Providers queries={new QueryClient()}>
      <RetryDialog member={member} name="Ada Byron" {...ways} />
    </Providers>,
  );
});

it('offers one more attempt before the membership ends', async () => {
  expect(screen.getByText(/we'll try again in three days/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Retry payment' }));
  await expect.poll(() => sent).toEqual(['true']);
});

it('warns that a decline ends the membership', async () => {
  await userEvent.click(screen.getByLabelText('Retry again before ending the membership'));
  expect(screen.getByText(/If it's declined, the membership ends\./)).toBeVisible();
  expect(screen.queryByText(/we'll try again/)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Retry payment' }));
  await expect.poll(() => sent).toEqual(['false']);
});

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answer, ok } from '@/shared/testing/server';
import { ClockNotice } from './clock-notice';

function open() {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ClockNotice />
    </QueryClientProvider>,
  );
}

it('says that background jobs wait for the clock, and what to do', async () => {
  answer('get', '/provider/clock', () =>
    ok({ now: '2036-11-24T12:00:00Z', newest: '2026-11-25T12:00:00Z', isTrusted: false }),
  );
  open();
  const notice = await screen.findByRole('alert');
  expect(notice).toHaveTextContent('Needs attention: the clock may be wrong');
  expect(notice).toHaveTextContent('2036');
  expect(notice).toHaveTextContent('2026');
  expect(notice).toHaveTextContent('suds clock confirm');
});

it('shows nothing while background jobs run', async () => {
  let calls = 0;
  answer('get', '/provider/clock', () => {
    calls += 1;
    return ok({ now: '2026-11-25T12:00:00Z', newest: '2026-11-25T12:00:00Z', isTrusted: true });
  });
  open();
  await expect.poll(() => calls).toBe(1);
  expect(screen.queryByRole('alert')).toBeNull();
});

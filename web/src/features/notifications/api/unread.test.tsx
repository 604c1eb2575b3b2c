import { focusManager, QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { eventually } from '@/shared/testing/eventually';
import { answer, ok, refusal } from '@/shared/testing/server';
import { unreadQuery } from './unread';

let asked = 0;

beforeEach(() => {
  asked = 0;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
});
afterEach(() => {
  focusManager.setFocused(undefined);
  vi.useRealTimers();
});

function watch() {
  const queries = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  return renderHook(() => useQuery(unreadQuery()), { wrapper }).result;
}

const count = (unread: number) =>
  answer('get', '/users/notifications', (request) => {
    asked += 1;
    expect(new URL(request.url).searchParams.get('status')).toBe('unread');
    return ok(unread);
  });

it('polls every two minutes while visible, and once on return', async () => {
  count(3);
  const result = watch();
  await eventually(() => expect(result.current.data).toBe(3));
  await vi.advanceTimersByTimeAsync(119_000);
  expect(asked).toBe(1);
  await vi.advanceTimersByTimeAsync(2000);
  await eventually(() => expect(asked).toBe(2));
  focusManager.setFocused(false);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(asked).toBe(2);
  focusManager.setFocused(true);
  await eventually(() => expect(asked).toBe(3));
});

it("doesn't poll if notifications are disabled", async () => {
  answer('get', '/users/notifications', () => {
    asked += 1;
    return refusal(404, 'not_found', 'Not found.');
  });
  const result = watch();
  await eventually(() => expect(result.current.data).toBeNull());
  await vi.advanceTimersByTimeAsync(600_000);
  expect(asked).toBe(1);
});

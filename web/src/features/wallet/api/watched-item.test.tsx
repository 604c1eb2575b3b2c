import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { WalletItem } from '@/shared/api/types';
import { eventually } from '@/shared/testing/eventually';
import { answer, ok, refusal } from '@/shared/testing/server';
import { walletItem } from '@/shared/testing/wallet-items';
import { walletQuery } from './wallet';
import { useWatchedItem } from './watched-item';

let asked = 0;

beforeEach(() => {
  asked = 0;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function watch(queries = new QueryClient()) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  return renderHook(() => useWatchedItem('7'), { wrapper }).result;
}

const lying = (item: () => WalletItem) =>
  answer('get', '/users/wallet/{itemId}', (request) => {
    asked += 1;
    expect(new URL(request.url).pathname).toMatch(/\/7$/);
    return ok(item());
  });

it('detects a used code within seconds and stops polling', async () => {
  const queries = new QueryClient();
  const item = walletItem({ id: '7' });
  queries.setQueryData(walletQuery().queryKey, [item]);
  let state = 'active';
  lying(() => ({ ...item, state, useLimitCount: state === 'used' ? 1 : 0 }));
  const result = watch(queries);
  expect(result.current.data?.state, 'from the list at once').toBe('active');
  await eventually(() => expect(asked).toBe(1));
  state = 'reserved';
  await vi.advanceTimersByTimeAsync(3000);
  await eventually(() => expect(result.current.data?.state).toBe('reserved'));
  state = 'used';
  await vi.advanceTimersByTimeAsync(3000);
  await eventually(() => expect(result.current.data?.state).toBe('used'));
  expect(queries.getQueryState(walletQuery().queryKey)?.isInvalidated).toBe(true);
  const sofar = asked;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toBe(sofar);
});

it("keeps the list's data while offline", async () => {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  queries.setQueryData(walletQuery().queryKey, [walletItem({ id: '7' })]);
  answer('get', '/users/wallet/{itemId}', () => {
    asked += 1;
    return refusal(503, 'busy', 'We are very busy just now.');
  });
  const result = watch(queries);
  await eventually(() => expect(asked).toBe(1));
  expect(result.current.data?.id).toBe('7');
});

it("finds no item outside the customer's wallet", async () => {
  answer('get', '/users/wallet/{itemId}', () => {
    asked += 1;
    return refusal(404, 'not_found', 'There is nothing here.');
  });
  const result = watch();
  await eventually(() => expect(result.current.data).toBeNull());
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toBe(1);
});

import { MutationObserver, QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { ApiError } from '../api/api-error';
import { createQueryClient } from './query-client';

it.each([
  [404, 'not_found', 2],
  [409, 'product_in_use', 2],
  [409, 'in_progress', 1],
  [409, 'stale_revision', 1],
  [422, 'invalid_fields', 1],
  [503, 'busy', 1],
] as const)('shows the latest data after a refusal with %i %s', async (status, code, requests) => {
  const queries = createQueryClient();
  const list = vi.fn(async () => ['Basic']);
  const page = new QueryObserver(queries, { queryKey: ['products'], queryFn: list, staleTime: 60_000 });
  const leave = page.subscribe(() => undefined);
  await vi.waitFor(() => expect(page.getCurrentResult().isSuccess).toBe(true));
  const refused = new ApiError('Refused', { status, code });
  const action = new MutationObserver(queries, { mutationFn: () => Promise.reject(refused) });
  await expect(action.mutate()).rejects.toBe(refused);
  await vi.waitFor(() => expect(queries.isFetching()).toBe(0));
  expect(list).toHaveBeenCalledTimes(requests);
  leave();
});

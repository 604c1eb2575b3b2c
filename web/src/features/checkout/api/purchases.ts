import { queryOptions } from '@tanstack/react-query';
import { parallel, unwrap } from '@/shared/api/client';
import { keys } from '@/shared/api/query-keys';
import type { Purchase } from '@/shared/api/types';

export const purchasesQuery = () =>
  queryOptions({
    queryKey: keys.purchases(),
    queryFn: ({ signal }): Promise<Purchase[]> => unwrap(parallel.GET('/api/v1/users/purchases', { signal })),
  });

/** Resends the receipt. */
export async function resendReceipt(transRecordId: string): Promise<void> {
  await unwrap(parallel.GET('/api/v1/users/purchases/resend', { params: { query: { transRecordId } } }));
}

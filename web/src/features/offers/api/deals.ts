import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { parallel, serial, unwrap } from '@/shared/api/client';
import { keys } from '@/shared/api/query-keys';
import { sendOnce } from '@/shared/api/send-once';
import type { ClaimedItem } from '@/shared/api/types';
import type { CaptchaHeaders } from '@/shared/captcha/captcha';
import { pressKey } from '@/shared/lib/press-key';

export type DealClaim = { dealId: number; locationId: number };
export type CodeClaim = { code: string; locationId: number; proof: CaptchaHeaders };

/** Deals that can be claimed at a location; 0 for all. */
export const dealsQuery = (locationId: number) =>
  queryOptions({
    queryKey: keys.deals(locationId),
    queryFn: ({ signal }) =>
      unwrap(parallel.GET('/api/v1/deals', { params: { query: { locationId } }, signal })),
    staleTime: 30_000,
  });

/** Refreshes wallet, quotes and inbox after a claim. After an error, the list may be outdated. */
function claimed(client: QueryClient) {
  for (const queryKey of [keys.deals(), keys.wallet(), keys.quote(), keys.unread()])
    void client.invalidateQueries({ queryKey });
}

const dealPress = pressKey('deal');
const codePress = pressKey('promo-code');

export const claimDeal = mutationOptions({
  mutationFn: (body: DealClaim): Promise<ClaimedItem> =>
    sendOnce(dealPress, body, (key) =>
      unwrap(serial.POST('/api/v1/users/deals', { body, headers: { 'Idempotency-Key': key } })),
    ),
  onSettled: (_item, _error, _sent, _before, { client }) => claimed(client),
});

export const claimCode = mutationOptions({
  mutationFn: ({ proof, ...body }: CodeClaim): Promise<ClaimedItem> =>
    sendOnce(codePress, body, (key) =>
      unwrap(serial.POST('/api/v1/promo-codes', { body, headers: { ...proof, 'Idempotency-Key': key } })),
    ),
  onSuccess: (_item, _sent, _before, { client }) => claimed(client),
});

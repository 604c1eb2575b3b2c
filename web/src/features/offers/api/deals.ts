import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { parallel, serial, unwrap } from '@/shared/api/client';
import { keys } from '@/shared/api/query-keys';
import type { ClaimedItem } from '@/shared/api/types';
import { verdictOf } from '@/shared/api/verdict';
import type { CaptchaHeaders } from '@/shared/captcha/captcha';
import { pressKey } from '@/shared/lib/press-key';

export type DealClaim = { dealId: number; locationId: number };
export type CodeClaim = { code: string; locationId: number; proof: CaptchaHeaders };

/** Deals that can be claimed at a location; 0 means all of them. */
export const dealsQuery = (locationId: number) =>
  queryOptions({
    queryKey: keys.deals(locationId),
    queryFn: ({ signal }) =>
      unwrap(parallel.GET('/api/v1/deals', { params: { query: { locationId } }, signal })),
    staleTime: 30_000,
  });

/** What is claimed lies in the wallet, may be off the next order, and the inbox says so. A refusal may mean that the list is old. */
function claimed(client: QueryClient) {
  for (const queryKey of [keys.deals(), keys.wallet(), keys.quote(), keys.unread()])
    void client.invalidateQueries({ queryKey });
}

/** Sends under the key of the press, so that a lost answer is no second claim. */
async function once<T>(
  press: ReturnType<typeof pressKey>,
  body: T,
  send: (key: string) => Promise<ClaimedItem>,
) {
  try {
    const item = await send(await press.of(body));
    press.settle();
    return item;
  } catch (error) {
    if (verdictOf(error) === 'refused') press.settle();
    throw error;
  }
}

const dealPress = pressKey('deal');
const codePress = pressKey('promo-code');

export const claimDeal = mutationOptions({
  mutationFn: (body: DealClaim): Promise<ClaimedItem> =>
    once(dealPress, body, (key) =>
      unwrap(serial.POST('/api/v1/users/deals', { body, headers: { 'Idempotency-Key': key } })),
    ),
  onSettled: (_item, _error, _sent, _before, { client }) => claimed(client),
});

export const claimCode = mutationOptions({
  mutationFn: ({ proof, ...body }: CodeClaim): Promise<ClaimedItem> =>
    once(codePress, body, (key) =>
      unwrap(serial.POST('/api/v1/promo-codes', { body, headers: { ...proof, 'Idempotency-Key': key } })),
    ),
  onSuccess: (_item, _sent, _before, { client }) => claimed(client),
});

import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import { parallel, serial, unwrap } from '@/shared/api/client';
import { openEnvelope } from '@/shared/api/envelope';
import { sendOnce } from '@/shared/api/send-once';
import { staffKeys } from '@/shared/api/staff-keys';
import type { CardAdjustment, GiftCardPage } from '@/shared/api/types';
import { pressKey } from '@/shared/lib/press-key';

/** Gift card filters; absent fields don't filter. */
export type CardsAsked = { q?: string; state?: string };

export const giftCardsQuery = (asked: CardsAsked & { limit: number; cursor?: number }) =>
  queryOptions({
    queryKey: staffKeys.giftCards(asked),
    queryFn: async ({ signal }): Promise<GiftCardPage> => {
      const { data, error, response } = await parallel.GET('/api/v1/admin/gift-cards', {
        params: { query: asked },
        signal,
      });
      return openEnvelope<GiftCardPage>(data ?? error, response);
    },
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });

/** Exports all pages of the filtered list as CSV. */
export async function downloadGiftCards(asked: CardsAsked): Promise<string> {
  const { data, error, response } = await parallel.GET('/api/v1/admin/gift-cards', {
    params: { query: asked },
    headers: { Accept: 'text/csv' },
    parseAs: 'text',
  });
  return response.ok && typeof data === 'string' ? data : openEnvelope<string>(error, response);
}

const of = (cardId: number) => ({ params: { path: { cardId } } });

export const giftCardQuery = (cardId: number) =>
  queryOptions({
    queryKey: staffKeys.giftCard(cardId),
    queryFn: ({ signal }) =>
      unwrap(parallel.GET('/api/v1/admin/gift-cards/{cardId}', { ...of(cardId), signal })),
    staleTime: 10_000,
  });

const changing = <T, R>(cardId: number, mutationFn: (sent: T) => Promise<R>) =>
  mutationOptions({
    mutationFn,
    onSettled: (_done, _error, _sent, _before, { client }) =>
      Promise.all([
        client.invalidateQueries({ queryKey: staffKeys.giftCard(cardId) }),
        client.invalidateQueries({ queryKey: staffKeys.giftCards() }),
      ]),
  });

/** Adds an amount to a gift card or deducts it. */
export const adjustGiftCard = (cardId: number) => {
  const press = pressKey(`gift-card:${cardId}`);
  return changing(cardId, (body: CardAdjustment) =>
    sendOnce(press, body, (key) =>
      unwrap(
        serial.POST('/api/v1/admin/gift-cards/{cardId}/adjustments', {
          params: { path: { cardId }, header: { 'Idempotency-Key': key } },
          body,
        }),
      ),
    ),
  );
};

export const blockGiftCard = (cardId: number) =>
  changing(cardId, (reason: string) =>
    unwrap(serial.POST('/api/v1/admin/gift-cards/{cardId}/block', { ...of(cardId), body: { reason } })),
  );

export const unblockGiftCard = (cardId: number) =>
  changing(cardId, () => unwrap(serial.POST('/api/v1/admin/gift-cards/{cardId}/unblock', of(cardId))));

/** Resends the number to the same recipient. */
export const resendGiftCard = (cardId: number) =>
  changing(cardId, () => unwrap(serial.POST('/api/v1/admin/gift-cards/{cardId}/resend', of(cardId))));

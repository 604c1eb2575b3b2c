import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import { parallel, serial, unwrap } from '@/shared/api/client';
import { sendOnce } from '@/shared/api/send-once';
import { staffKeys } from '@/shared/api/staff-keys';
import type { CardAdjustment } from '@/shared/api/types';
import { pressKey } from '@/shared/lib/press-key';

type CardsAsked = { q?: string; state?: string; limit: number; cursor?: number };

export const giftCardsQuery = (asked: CardsAsked) =>
  queryOptions({
    queryKey: staffKeys.giftCards(asked),
    queryFn: ({ signal }) =>
      unwrap(parallel.GET('/api/v1/admin/gift-cards', { params: { query: asked }, signal })),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });

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

/** Puts an amount on a card, or takes it off. */
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

/** Mails the number once more, to whom it went before. */
export const resendGiftCard = (cardId: number) =>
  changing(cardId, () => unwrap(serial.POST('/api/v1/admin/gift-cards/{cardId}/resend', of(cardId))));

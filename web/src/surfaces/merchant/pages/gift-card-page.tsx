import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { giftCardQuery } from '@/features/gift-cards/api/admin-gift-cards';
import { ApiError } from '@/shared/api/api-error';
import { BackLink } from '@/shared/office/back-link';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Page } from '@/shared/ui/page';
import { QueryView } from '@/shared/ui/query-view';
import { Skeleton } from '@/shared/ui/skeleton';
import { GiftCardView } from '../gift-cards/gift-card-view';
import { addressOf } from '../table';

const NotFoundPage = lazyPart(() => import('./not-found-page').then((m) => m.NotFoundPage));

/** Gift card page: balance and transactions. */
export function GiftCardPage() {
  const { cardId = '' } = useParams();
  const isNumber = /^\d{1,15}$/.test(cardId);
  const query = useQuery({ ...giftCardQuery(Number(cardId)), enabled: isNumber });
  const isNone = query.error instanceof ApiError && query.error.code === 'not_found';
  if (!isNumber || isNone) return <NotFoundPage />;
  return (
    <>
      <BackLink to={addressOf('giftCards')} label={i18n._('Gift cards')} />
      {query.data ? (
        <GiftCardView card={query.data} />
      ) : (
        <Page>
          <QueryView
            query={query}
            skeleton={<Skeleton count={3} height={160} />}
            failed={i18n._("Couldn't load gift card")}
          >
            {() => null}
          </QueryView>
        </Page>
      )}
    </>
  );
}

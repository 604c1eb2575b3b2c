import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { adminOrderQuery } from '@/features/checkout/api/admin-orders';
import { ApiError } from '@/shared/api/api-error';
import { BackLink } from '@/shared/office/back-link';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Page } from '@/shared/ui/page';
import { QueryView } from '@/shared/ui/query-view';
import { Skeleton } from '@/shared/ui/skeleton';
import { OrderView } from '../orders/order-view';
import { addressOf } from '../table';

const NotFoundPage = lazyPart(() => import('./not-found-page').then((m) => m.NotFoundPage));

/** Order page: items, payment and status. */
export function OrderPage() {
  const { transRecordId = '' } = useParams();
  const query = useQuery(adminOrderQuery(transRecordId));
  if (query.error instanceof ApiError && query.error.code === 'not_found') return <NotFoundPage />;
  if (query.data) {
    return (
      <>
        <BackLink to={addressOf('orders')} label={i18n._('Orders')} />
        <OrderView order={query.data} />
      </>
    );
  }
  return (
    <>
      <BackLink to={addressOf('orders')} label={i18n._('Orders')} />
      <Page>
        <QueryView
          query={query}
          skeleton={<Skeleton count={3} height={160} />}
          failed={i18n._("Couldn't load order")}
        >
          {() => null}
        </QueryView>
      </Page>
    </>
  );
}

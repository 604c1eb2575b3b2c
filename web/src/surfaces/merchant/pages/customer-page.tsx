import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { customerQuery } from '@/features/identity/api/customers';
import { ApiError } from '@/shared/api/api-error';
import { BackLink } from '@/shared/office/back-link';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Page } from '@/shared/ui/page';
import { QueryView } from '@/shared/ui/query-view';
import { Skeleton } from '@/shared/ui/skeleton';
import { CustomerView } from '../customers/customer-view';
import { addressOf } from '../table';

const NotFoundPage = lazyPart(() => import('./not-found-page').then((m) => m.NotFoundPage));

/** Customer page: account and related records. */
export function CustomerPage() {
  const { userId = '' } = useParams();
  const query = useQuery(customerQuery(userId));
  const isNone = query.error instanceof ApiError && [400, 404].includes(query.error.status);
  if (isNone) return <NotFoundPage />;
  return (
    <>
      <BackLink to={addressOf('customers')} label={i18n._('Customers')} />
      {query.data ? (
        <CustomerView customer={query.data} />
      ) : (
        <Page>
          <QueryView
            query={query}
            skeleton={<Skeleton count={3} height={160} />}
            failed={i18n._("Couldn't load customer")}
          >
            {() => null}
          </QueryView>
        </Page>
      )}
    </>
  );
}

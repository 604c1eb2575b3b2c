import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { adminOrderQuery } from '@/features/checkout/api/admin-orders';
import { BackLink } from '@/shared/office/back-link';
import { Page } from '@/shared/ui/page';
import { QueryView } from '@/shared/ui/query-view';
import { Skeleton } from '@/shared/ui/skeleton';
import { PackingSlip } from '../orders/packing-slip';
import { addressOf } from '../table';

/** Printable packing slip of an order. */
export function PackingSlipPage() {
  const { transRecordId = '' } = useParams();
  const query = useQuery(adminOrderQuery(transRecordId));
  return (
    <>
      <BackLink to={addressOf('order', { transRecordId })} label={i18n._('Order')} />
      {query.data ? (
        <PackingSlip order={query.data} />
      ) : (
        <Page>
          <QueryView
            query={query}
            skeleton={<Skeleton count={2} height={120} />}
            failed={i18n._("Couldn't load order")}
          >
            {() => null}
          </QueryView>
        </Page>
      )}
    </>
  );
}

import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { adminOrdersQuery, downloadOrders } from '@/features/checkout/api/admin-orders';
import { ListView } from '@/shared/list/list-view';
import { useList } from '@/shared/list/use-list';
import { cursorOf, partOf } from '@/shared/office/trail';
import { Page } from '@/shared/ui/page';
import { Skeleton } from '@/shared/ui/skeleton';
import { StateView } from '@/shared/ui/state-view';
import { DownloadButton } from '../components/download-button';
import { withPassword } from '../components/with-password';
import { OrderControls } from '../orders/order-controls';
import { askedOf, orderFields } from '../orders/order-filters';
import { OrderTable } from '../orders/order-table';
import { useMay } from '../roles';
import { SavedViews } from '../views/saved-views';

const size = 50;

/** Orders of the site, newest first. */
export function OrdersPage() {
  const may = useMay();
  const list = useList(orderFields);
  const { state, to } = list;
  const asked = askedOf(state);
  const cursor = cursorOf(state.at);
  const query = useQuery(adminOrdersQuery({ ...asked, limit: size, ...(cursor && { cursor }) }));
  return (
    <Page
      aside={
        query.data &&
        may('takeListAway') && (
          <DownloadButton
            list="orders"
            fetchTable={() => withPassword(() => downloadOrders(asked))}
            count={query.data.count}
          />
        )
      }
    >
      <ListView
        query={query}
        list={list}
        part={(page) => partOf(page, { trail: state.at, size, at: (at) => to({ at }) })}
        controls={() => (
          <>
            <OrderControls list={list} />
            <SavedViews list="orders" />
          </>
        )}
        skeleton={<Skeleton count={8} height={44} />}
        failed={i18n._("Couldn't load orders")}
        empty={
          <StateView
            icon="receipt"
            title={i18n._('No orders yet')}
            text={i18n._('Orders and their payments will appear here.')}
          />
        }
      >
        {(orders) => <OrderTable orders={orders} />}
      </ListView>
    </Page>
  );
}

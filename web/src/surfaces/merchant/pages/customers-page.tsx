import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { customersQuery, downloadCustomers } from '@/features/identity/api/customers';
import { ListView } from '@/shared/list/list-view';
import { useList } from '@/shared/list/use-list';
import { cursorOf, partOf } from '@/shared/office/trail';
import { Page } from '@/shared/ui/page';
import { Skeleton } from '@/shared/ui/skeleton';
import { StateView } from '@/shared/ui/state-view';
import { DownloadButton } from '../components/download-button';
import { withPassword } from '../components/with-password';
import { CustomerControls } from '../customers/customer-controls';
import { askedOf, customerFields } from '../customers/customer-filters';
import { CustomerTable } from '../customers/customer-table';
import { useMay } from '../roles';
import { SavedViews } from '../views/saved-views';

const size = 50;

/** Customers of the site. */
export function CustomersPage() {
  const may = useMay();
  const list = useList(customerFields);
  const { state, to } = list;
  const asked = askedOf(state);
  const cursor = cursorOf(state.at);
  const query = useQuery(customersQuery({ ...asked, limit: size, ...(cursor && { cursor }) }));
  return (
    <Page
      aside={
        query.data &&
        may('takeCustomersAway') && (
          <DownloadButton
            list="customers"
            fetchTable={() => withPassword(() => downloadCustomers(asked))}
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
            <CustomerControls list={list} />
            <SavedViews list="customers" />
          </>
        )}
        skeleton={<Skeleton count={8} height={44} />}
        failed={i18n._("Couldn't load customers")}
        empty={
          <StateView
            icon="users"
            title={i18n._('No customers yet')}
            text={i18n._('Customers will appear here when they sign up.')}
          />
        }
      >
        {(customers) => <CustomerTable customers={customers} />}
      </ListView>
    </Page>
  );
}

import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { locationsQuery } from '@/features/site/api/locations';
import type { Location } from '@/shared/api/types';
import { Page } from '@/shared/ui/page';
import { QueryView } from '@/shared/ui/query-view';
import { Skeleton } from '@/shared/ui/skeleton';
import { StateView } from '@/shared/ui/state-view';
import { type Column, DataTable } from '../components/data-table';

/** Where the merchant washes. */
export function LocationsPage() {
  const columns: [Column<Location>, ...Column<Location>[]] = [
    { id: 'name', head: i18n._('Location'), cell: ({ name }) => name },
    {
      id: 'address',
      head: i18n._('Address'),
      cell: ({ address1, address2 }) => [address1, address2].filter(Boolean).join(', '),
    },
    {
      id: 'city',
      head: i18n._('City'),
      cell: ({ city, state, zip }) =>
        [city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', '),
    },
    { id: 'phone', head: i18n._('Phone'), cell: ({ phone }) => phone || '–', numeric: true },
  ];
  return (
    <Page>
      <QueryView
        query={useQuery(locationsQuery())}
        skeleton={<Skeleton count={4} height={44} />}
        failed={i18n._('Unable to get Locations')}
        empty={<StateView icon="pin" title={i18n._('No locations yet')} />}
      >
        {(locations) => (
          <DataTable label={i18n._('Locations')} columns={columns} rows={locations} keyOf={({ id }) => id} />
        )}
      </QueryView>
    </Page>
  );
}

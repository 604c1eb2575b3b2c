import { i18n } from '@lingui/core';
import type { CustomerSummary } from '@/shared/api/types';
import { maskPhone } from '@/shared/format/masks';
import { plateText } from '@/shared/format/plate';
import { Age } from '@/shared/office/age';
import { type Column, DataTable } from '@/shared/office/data-table';
import { StateChip } from '@/shared/office/state-chip';
import { site } from '@/shared/site/boot';
import { useLocationName } from '../components/location-names';
import { addressOf } from '../table';
import { standingOf } from './customer-words';

/** Customers with links to their pages. */
export function CustomerTable({ customers }: { customers: CustomerSummary[] }) {
  const nameOf = useLocationName();
  const { country } = site();
  const columns: [Column<CustomerSummary>, ...Column<CustomerSummary>[]] = [
    { id: 'name', head: i18n._('Name'), cell: ({ name }) => name },
    { id: 'email', head: i18n._('Email'), cell: ({ email }) => email },
    {
      id: 'phone',
      head: i18n._('Phone'),
      cell: ({ cellPhoneNumber }) => maskPhone(cellPhoneNumber, country),
    },
    {
      id: 'plate',
      head: i18n._('License plate'),
      cell: ({ license, licenseState }) =>
        plateText({ license: license ?? '', state: licenseState ?? '' }) || '–',
      phone: 'aside',
    },
    {
      id: 'home',
      head: i18n._('Home location'),
      cell: ({ homeLocationId }) => nameOf(homeLocationId),
      phone: 'never',
    },
    { id: 'state', head: i18n._('Account'), cell: (customer) => <StateChip {...standingOf(customer)} /> },
    {
      id: 'seen',
      head: i18n._('Last visit'),
      cell: ({ lastSeenAt }) => (lastSeenAt ? <Age at={lastSeenAt} /> : '–'),
      numeric: true,
    },
  ];
  return (
    <DataTable
      label={i18n._('Customers')}
      columns={columns}
      rows={customers}
      keyOf={({ userId }) => userId}
      to={({ userId }) => addressOf('customer', { userId })}
    />
  );
}

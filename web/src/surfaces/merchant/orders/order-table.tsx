import { i18n } from '@lingui/core';
import type { OrderSummary } from '@/shared/api/types';
import { money } from '@/shared/format/money';
import { Age } from '@/shared/office/age';
import { type Column, DataTable } from '@/shared/office/data-table';
import { StateChip } from '@/shared/office/state-chip';
import { useLocationName } from '../components/location-names';
import { addressOf } from '../table';
import styles from './order-lines.module.css';
import { productsOf, stateOf } from './order-words';

/** Orders with links to their pages. */
export function OrderTable({ orders }: { orders: OrderSummary[] }) {
  const nameOf = useLocationName();
  const columns: [Column<OrderSummary>, ...Column<OrderSummary>[]] = [
    { id: 'number', head: i18n._('Order'), cell: ({ orderNumber }) => orderNumber },
    {
      id: 'customer',
      head: i18n._('Customer'),
      cell: ({ customerName, customerEmail }) => customerName ?? customerEmail ?? i18n._('Deleted account'),
    },
    { id: 'what', head: i18n._('Items'), cell: productsOf },
    { id: 'where', head: i18n._('Location'), cell: ({ locationId }) => nameOf(locationId), phone: 'never' },
    {
      id: 'total',
      head: i18n._('Total'),
      cell: ({ total, currency }) => <strong>{money(total, { currency })}</strong>,
      numeric: true,
      phone: 'aside',
    },
    {
      id: 'state',
      head: i18n._('Status'),
      cell: (order) => (
        <span className={styles.states}>
          <StateChip {...stateOf(order)} />
          {order.disputed > 0 && <StateChip label={i18n._('Disputed')} mood="bad" />}
        </span>
      ),
    },
    { id: 'when', head: i18n._('Date'), cell: ({ createdAt }) => <Age at={createdAt} />, numeric: true },
  ];
  return (
    <DataTable
      label={i18n._('Orders')}
      columns={columns}
      rows={orders}
      keyOf={({ transRecordId }) => transRecordId}
      to={({ transRecordId }) => addressOf('order', { transRecordId })}
    />
  );
}

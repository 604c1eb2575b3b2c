import { i18n } from '@lingui/core';
import { useState } from 'react';
import type { ProductRecord } from '@/features/catalog/api/admin-products';
import { type Column, DataTable } from '@/shared/office/data-table';
import { useServerNow } from '@/shared/office/server-now';
import { StateChip } from '@/shared/office/state-chip';
import { productKinds } from '@/shared/products/kinds';
import { BusyButton } from '@/shared/ui/busy-button';
import { ChosenBar } from '../components/chosen-bar';
import { useLocationName } from '../components/location-names';
import { addressOf } from '../table';
import { neighboursOf, ProductActions, useArchive } from './product-actions';
import { priceOf, productState, stateWords, stockOf } from './product-words';

type Props = {
  products: ProductRecord[];
  /** Whether the person may edit them. */
  may: boolean;
  /** Whether they are in shop order. */
  asInShop: boolean;
};

/** Products with links to their forms and bulk archiving. */
export function ProductTable({ products, may, asInShop }: Props) {
  const now = useServerNow(60_000);
  const nameOf = useLocationName();
  const [all, setChosen] = useState<ReadonlySet<string | number>>(new Set());
  const { archive, restore, busy } = useArchive();
  // Hidden rows aren't selected.
  const chosen = products.filter(({ productId }) => all.has(productId));
  const clear = () => setChosen(new Set());
  const done = async (act: Promise<boolean>) => {
    if (await act) clear();
  };
  const onSale = chosen.filter(({ archived, example }) => !archived && !example);
  const examples = chosen.filter(({ example }) => example);
  const archived = chosen.filter((record) => record.archived);
  const columns: [Column<ProductRecord>, ...Column<ProductRecord>[]] = [
    { id: 'name', head: i18n._('Name'), cell: ({ product }) => product.name },
    { id: 'type', head: i18n._('Type'), cell: ({ product }) => productKinds[product.productType].name() },
    { id: 'price', head: i18n._('Price'), cell: priceOf, numeric: true },
    { id: 'stock', head: i18n._('Stock'), cell: stockOf, numeric: true, phone: 'never' },
    {
      id: 'where',
      head: i18n._('Locations'),
      cell: ({ product: { locations = [] } }) =>
        locations.length === 0 ? i18n._('All locations') : locations.map(nameOf).join(', '),
      phone: 'never',
    },
    {
      id: 'state',
      head: i18n._('Status'),
      cell: (record) => <StateChip {...stateWords(productState(record, now))} />,
      phone: 'aside',
    },
  ];
  return (
    <>
      {chosen.length > 0 && (
        <ChosenBar count={chosen.length} onClear={clear}>
          {onSale.length > 0 && (
            <BusyButton size="small" variant="outlined" busy={busy} onClick={() => done(archive(onSale))}>
              {i18n._('Archive')}
            </BusyButton>
          )}
          {examples.length > 0 && (
            <BusyButton size="small" variant="outlined" busy={busy} onClick={() => done(restore(examples))}>
              {i18n._('Put on sale')}
            </BusyButton>
          )}
          {archived.length > 0 && (
            <BusyButton size="small" variant="outlined" busy={busy} onClick={() => done(restore(archived))}>
              {i18n._('Unarchive')}
            </BusyButton>
          )}
        </ChosenBar>
      )}
      <DataTable
        label={i18n._('Products')}
        columns={columns}
        rows={products}
        keyOf={({ productId }) => productId}
        {...(may && {
          to: ({ productId }: ProductRecord) => addressOf('product', { id: String(productId) }),
          actions: (record: ProductRecord) => (
            <ProductActions
              record={record}
              neighbours={asInShop ? neighboursOf(products, record) : { above: undefined, below: undefined }}
            />
          ),
          selection: {
            chosen: new Set(chosen.map(({ productId }) => productId)),
            onChange: setChosen,
            label: ({ product }: ProductRecord) => i18n._('Select {name}', { name: product.name }),
            all: i18n._('Select all'),
          },
        })}
        actionsHead={i18n._('Actions')}
      />
    </>
  );
}

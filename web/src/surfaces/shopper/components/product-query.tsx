import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type ProductKind, productsQuery } from '@/features/catalog/api/products';
import type { Product } from '@/shared/api/types';
import { QueryView } from '@/shared/ui/query-view';
import { Skeleton } from '@/shared/ui/skeleton';
import { StateView } from '@/shared/ui/state-view';
import { productWords } from './product-words';

type Props = {
  kind: ProductKind;
  locationId: number;
  /** Expected number of cards. */
  expected?: number | undefined;
  children: (products: Product[]) => ReactNode;
};

/** States of a product list: loading, failed, empty at this location, empty, loaded. */
export function ProductQuery({ kind, locationId, expected = 4, children }: Props) {
  const words = productWords(kind);
  const nowhere = <StateView icon={words.icon} title={words.none} text={i18n._('Check back soon.')} />;
  const notHere = (
    <StateView icon="pin" title={words.noneHere} text={i18n._('Select another location or all locations.')} />
  );
  return (
    <QueryView
      query={useQuery(productsQuery(kind, locationId))}
      skeleton={<Skeleton count={expected} height={372} layout="grid" />}
      failed={words.failed}
      empty={locationId ? notHere : nowhere}
    >
      {children}
    </QueryView>
  );
}

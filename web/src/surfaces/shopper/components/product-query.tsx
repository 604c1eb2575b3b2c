import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type ProductKind, productsQuery } from '@/features/catalog/api/products';
import type { Product } from '@/shared/api/types';
import { ErrorState } from '@/shared/ui/error-state';
import { Skeleton } from '@/shared/ui/skeleton';
import { StateView } from '@/shared/ui/state-view';
import { productWords } from './product-words';

type Props = {
  kind: ProductKind;
  locationId: number;
  /** How many cards are expected. */
  expected?: number | undefined;
  children: (products: Product[]) => ReactNode;
};

/** The states of a list of products: on its way, failed, empty here, empty, there. */
export function ProductQuery({ kind, locationId, expected = 4, children }: Props) {
  const products = useQuery(productsQuery(kind, locationId));
  const words = productWords(kind);
  if (products.isPending) return <Skeleton count={expected} height={372} layout="grid" />;
  if (products.isError) {
    return <ErrorState title={words.failed} retry={() => products.refetch()} busy={products.isFetching} />;
  }
  if (products.data.length > 0) return children(products.data);
  if (!locationId) {
    return <StateView icon={words.icon} title={words.none} text={i18n._('They will be here soon.')} />;
  }
  return <StateView icon="pin" title={words.noneHere} text={i18n._('Choose another one, or all of them.')} />;
}

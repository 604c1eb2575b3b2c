import type { ProductKind } from '@/features/catalog/api/products';
import { ProductGrid } from '@/features/catalog/components/product-grid';
import { ProductActions } from '@/flows/buying/product-actions';
import { useBuy } from '@/flows/buying/use-buy';
import { ProductQuery } from './product-query';

type Props = {
  kind: Exclude<ProductKind, 'giftCards'>;
  locationId: number;
  limit?: number;
  layout?: 'grid' | 'rail';
  level?: 2 | 3;
};

/** Products of a type with their actions. */
export function Products({ kind, locationId, limit, layout = 'grid', level = 3 }: Props) {
  const { buy, busy } = useBuy();
  return (
    <ProductQuery kind={kind} locationId={locationId} expected={limit}>
      {(products) => (
        <ProductGrid
          products={products.slice(0, limit)}
          layout={layout}
          level={level}
          actions={(product) => <ProductActions product={product} buy={buy} busy={busy} />}
        />
      )}
    </ProductQuery>
  );
}

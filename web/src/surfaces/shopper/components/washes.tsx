import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { washesQuery } from '@/features/catalog/api/products';
import { ProductGrid } from '@/features/catalog/components/product-grid';
import { ErrorState } from '@/shared/ui/error-state';
import { Skeleton } from '@/shared/ui/skeleton';
import { StateView } from '@/shared/ui/state-view';
import { ProductActions } from './product-actions';
import { useBuy } from './use-buy';

type Props = { locationId: number; limit?: number; layout?: 'grid' | 'rail'; level?: 2 | 3 };

export function Washes({ locationId, limit, layout = 'grid', level = 3 }: Props) {
  const washes = useQuery(washesQuery(locationId));
  const { buy, busy } = useBuy();
  if (washes.isPending) return <Skeleton count={limit ?? 4} height={336} layout="grid" />;
  if (washes.isError) {
    return (
      <ErrorState
        title={i18n._('Unable to get Washes')}
        retry={() => washes.refetch()}
        busy={washes.isFetching}
      />
    );
  }
  if (washes.data.length === 0) {
    return locationId ? (
      <StateView
        icon="pin"
        title={i18n._('No washes at this location')}
        text={i18n._('Choose another one, or all of them.')}
      />
    ) : (
      <StateView icon="drop" title={i18n._('No washes yet')} text={i18n._('They will be here soon.')} />
    );
  }
  return (
    <ProductGrid
      products={washes.data.slice(0, limit)}
      layout={layout}
      level={level}
      actions={(product) => <ProductActions product={product} buy={buy} busy={busy} />}
    />
  );
}

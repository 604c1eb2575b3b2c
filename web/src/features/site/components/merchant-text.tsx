import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '@/shared/ui/error-state';
import { Skeleton } from '@/shared/ui/skeleton';
import { merchantQuery } from '../api/merchant';

type Merchant = NonNullable<ReturnType<typeof useMerchant>['data']>;

function useMerchant() {
  return useQuery(merchantQuery());
}

/** The states of a page that is made of the merchant's own texts. */
export function MerchantText({ children }: { children: (merchant: Merchant) => ReactNode }) {
  const merchant = useMerchant();
  if (merchant.isPending) return <Skeleton count={3} height={96} />;
  if (merchant.isError) {
    return (
      <ErrorState
        title={i18n._('Unable to load this page')}
        retry={() => merchant.refetch()}
        busy={merchant.isFetching}
      />
    );
  }
  return children(merchant.data);
}

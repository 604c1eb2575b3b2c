import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { QueryView } from '@/shared/ui/query-view';
import { Skeleton } from '@/shared/ui/skeleton';
import { merchantQuery } from '../api/merchant';

type Merchant = NonNullable<ReturnType<typeof useMerchant>['data']>;

function useMerchant() {
  return useQuery(merchantQuery());
}

/** Loading and error states of a page with the merchant's texts. */
export function MerchantText({ children }: { children: (merchant: Merchant) => ReactNode }) {
  return (
    <QueryView
      query={useMerchant()}
      skeleton={<Skeleton count={3} height={96} />}
      failed={i18n._("Couldn't load this page")}
    >
      {children}
    </QueryView>
  );
}

import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { accountQuery } from '@/features/identity/api/account';
import type { Account } from '@/shared/api/types';
import { QueryView } from '@/shared/ui/query-view';
import { Skeleton } from '@/shared/ui/skeleton';

/** Loading and error states of a customer's page. */
export function WithAccount({ children }: { children: (account: Account) => ReactNode }) {
  return (
    <QueryView
      query={useQuery(accountQuery())}
      skeleton={<Skeleton count={2} height={260} />}
      failed={i18n._("Couldn't load your account")}
    >
      {children}
    </QueryView>
  );
}

import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { accountQuery } from '@/features/identity/api/account';
import type { Account } from '@/shared/api/types';
import { ErrorState } from '@/shared/ui/error-state';
import { Skeleton } from '@/shared/ui/skeleton';

/** The states of a page that is about the customer. */
export function WithAccount({ children }: { children: (account: Account) => ReactNode }) {
  const account = useQuery(accountQuery());
  if (account.data) return children(account.data);
  if (account.isPending) return <Skeleton count={2} height={260} />;
  return (
    <ErrorState
      title={i18n._('Unable to get your Account')}
      retry={() => account.refetch()}
      busy={account.isFetching}
    />
  );
}

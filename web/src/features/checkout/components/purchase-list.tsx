import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { QueryView } from '@/shared/ui/query-view';
import { Skeleton } from '@/shared/ui/skeleton';
import { StateView } from '@/shared/ui/state-view';
import { purchasesQuery } from '../api/purchases';
import { PurchaseCard } from './purchase-card';
import styles from './purchase-list.module.css';

/** The customer's orders, the newest first; `children` is the way to a first one. */
export function PurchaseList({ children }: { children: ReactNode }) {
  return (
    <QueryView
      query={useQuery(purchasesQuery())}
      skeleton={<Skeleton count={3} height={140} />}
      failed={i18n._('Unable to get History')}
      empty={
        <StateView
          icon="receipt"
          title={i18n._('No purchases yet')}
          text={i18n._('What you buy is listed here with its receipt.')}
        >
          {children}
        </StateView>
      }
    >
      {(purchases) => (
        <ul className={styles.list}>
          {purchases.map((purchase) => (
            <PurchaseCard key={purchase.transRecordId} purchase={purchase} />
          ))}
        </ul>
      )}
    </QueryView>
  );
}

import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ListView } from '@/shared/list/list-view';
import { pageOf } from '@/shared/list/part';
import { useList } from '@/shared/list/use-list';
import { Skeleton } from '@/shared/ui/skeleton';
import { StateView } from '@/shared/ui/state-view';
import { purchasesQuery } from '../api/purchases';
import { findPurchases, purchaseFields } from '../model/purchase-list';
import { PurchaseCard } from './purchase-card';
import { PurchaseControls } from './purchase-controls';
import styles from './purchase-list.module.css';

const size = 10;
/** Number of purchases that need no filters. */
const few = 3;

/** Customer's orders. An empty list shows `children`. */
export function PurchaseList({ children }: { children: ReactNode }) {
  const list = useList(purchaseFields);
  const { state, narrowed, to } = list;
  return (
    <ListView
      query={useQuery(purchasesQuery())}
      list={list}
      part={(purchases) =>
        pageOf(findPurchases(purchases, state), { page: state.page, size, at: (page) => to({ page }) })
      }
      controls={(purchases) => (narrowed || purchases.length > few) && <PurchaseControls list={list} />}
      skeleton={<Skeleton count={3} height={140} />}
      failed={i18n._('Unable to get History')}
      empty={
        <StateView
          icon="receipt"
          title={i18n._('No purchases yet')}
          text={i18n._('Your purchases and receipts will appear here.')}
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
    </ListView>
  );
}

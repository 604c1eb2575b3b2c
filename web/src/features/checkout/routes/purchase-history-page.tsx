import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '@/shared/site/routes';
import { ErrorState } from '@/shared/ui/error-state';
import { Page } from '@/shared/ui/page';
import { Skeleton } from '@/shared/ui/skeleton';
import { StateView } from '@/shared/ui/state-view';
import { purchasesQuery } from '../api/purchases';
import { PurchaseCard } from '../components/purchase-card';
import styles from './purchase-history-page.module.css';

export function PurchaseHistoryPage() {
  const purchases = useQuery(purchasesQuery());
  return (
    <Page title={i18n._('My Purchases')} width="narrow">
      {purchases.isPending && <Skeleton count={3} height={140} />}
      {purchases.isError && (
        <ErrorState
          title={i18n._('Unable to get History')}
          retry={() => purchases.refetch()}
          busy={purchases.isFetching}
        />
      )}
      {purchases.data?.length === 0 && (
        <StateView
          icon="receipt"
          title={i18n._('No purchases yet')}
          text={i18n._('What you buy is listed here with its receipt.')}
        >
          <Button component={Link} to={paths.washes} variant="contained">
            {i18n._('Buy a Wash')}
          </Button>
        </StateView>
      )}
      <ul className={styles.list}>
        {purchases.data?.map((purchase) => (
          <PurchaseCard key={purchase.transRecordId} purchase={purchase} />
        ))}
      </ul>
    </Page>
  );
}

import { i18n } from '@lingui/core';
import { Page } from '@/shared/ui/page';
import { PurchaseList } from '../components/purchase-list';

export function PurchaseHistoryPage() {
  return (
    <Page title={i18n._('My Purchases')} width="narrow">
      <PurchaseList />
    </Page>
  );
}

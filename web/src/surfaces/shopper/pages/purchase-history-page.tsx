import { i18n } from '@lingui/core';
import { PurchaseList } from '@/features/checkout/components/purchase-list';
import { Page } from '@/shared/ui/page';

export function PurchaseHistoryPage() {
  return (
    <Page title={i18n._('My Purchases')} width="narrow">
      <PurchaseList />
    </Page>
  );
}

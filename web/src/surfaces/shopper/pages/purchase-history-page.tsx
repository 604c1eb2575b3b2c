import { Page } from '@/shared/ui/page';
import { Purchases } from '../components/purchases';

export function PurchaseHistoryPage() {
  return (
    <Page width="narrow">
      <Purchases />
    </Page>
  );
}

import { MerchantText } from '@/features/site/components/merchant-text';
import { Page } from '@/shared/ui/page';
import { SafeHtml } from '@/shared/ui/safe-html';

export function FaqPage() {
  return (
    <Page width="narrow">
      <MerchantText>{(merchant) => <SafeHtml html={merchant.support.supportFaqs} />}</MerchantText>
    </Page>
  );
}

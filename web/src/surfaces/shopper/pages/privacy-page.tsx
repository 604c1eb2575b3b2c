import { MerchantText } from '@/features/site/components/merchant-text';
import { Page } from '@/shared/ui/page';
import { SafeHtml } from '@/shared/ui/safe-html';
import { SellerNotice } from '../components/seller-notice';
import styles from './terms-page.module.css';

export function PrivacyPage() {
  return (
    <Page width="narrow">
      <MerchantText>
        {(merchant) => (
          <div className={styles.parts}>
            <SafeHtml html={merchant.privacyPolicy} />
            <SellerNotice />
          </div>
        )}
      </MerchantText>
    </Page>
  );
}

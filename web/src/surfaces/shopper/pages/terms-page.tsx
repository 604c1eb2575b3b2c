import { i18n } from '@lingui/core';
import { MerchantText } from '@/features/site/components/merchant-text';
import { Page } from '@/shared/ui/page';
import { SafeHtml } from '@/shared/ui/safe-html';
import { SellerNotice } from '../components/seller-notice';
import styles from './terms-page.module.css';

export function TermsPage() {
  return (
    <Page width="narrow">
      <MerchantText>
        {(merchant) => (
          <div className={styles.parts}>
            <SafeHtml html={merchant.terms} />
            {merchant.WCTerms && (
              <section className={styles.parts}>
                <h2>{i18n._('Wash Club')}</h2>
                <SafeHtml html={merchant.WCTerms} />
              </section>
            )}
            <SellerNotice />
          </div>
        )}
      </MerchantText>
    </Page>
  );
}

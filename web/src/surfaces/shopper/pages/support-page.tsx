import { i18n } from '@lingui/core';
import { MerchantText } from '@/features/site/components/merchant-text';
import { formatPhone, phoneHref } from '@/shared/format/masks';
import { merchantLanguage } from '@/shared/i18n/merchant-language';
import { site } from '@/shared/site/boot';
import { Icon } from '@/shared/ui/icon';
import { Page } from '@/shared/ui/page';
import { SafeHtml } from '@/shared/ui/safe-html';
import styles from './support-page.module.css';

export function SupportPage() {
  const { about } = site();
  return (
    <Page lead={about && <span lang={merchantLanguage()}>{about}</span>}>
      <MerchantText>
        {({ support }) => (
          <div className={styles.columns}>
            <ul className={styles.contacts}>
              {support.supportPhone && (
                <li>
                  <a className={styles.contact} href={phoneHref(support.supportPhone, site().country)}>
                    <Icon name="phone" />
                    {formatPhone(support.supportPhone, site().country) || support.supportPhone}
                  </a>
                </li>
              )}
              {support.supportEmail && (
                <li>
                  <a className={styles.contact} href={`mailto:${support.supportEmail}`}>
                    <Icon name="mail" />
                    {support.supportEmail}
                  </a>
                </li>
              )}
            </ul>
            <section className={styles.faq}>
              <h2>{i18n._('FAQ')}</h2>
              <SafeHtml html={support.supportFaqs} />
            </section>
          </div>
        )}
      </MerchantText>
    </Page>
  );
}

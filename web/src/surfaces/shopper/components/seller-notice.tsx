import { i18n } from '@lingui/core';
import { placeLine } from '@/shared/format/place-line';
import { merchantLanguage } from '@/shared/i18n/merchant-language';
import { site } from '@/shared/site/boot';
import styles from './seller-notice.module.css';

/** Legal name, address, email and tax number of the seller; nothing while none of them is set. */
export function SellerNotice() {
  const { business, companyName, contact } = site();
  const { legalName, address1, address2, city = '', state = '', zipCode = '', taxNumber } = business;
  const place = placeLine({ city, state, zipCode });
  if (![legalName, address1, place, taxNumber].some(Boolean)) return null;
  return (
    <section className={styles.seller}>
      <h2>{i18n._('Seller')}</h2>
      <address lang={merchantLanguage()}>
        {[legalName || companyName, address1, address2, place].filter(Boolean).join('\n')}
      </address>
      {contact.email && (
        <p>
          <a href={`mailto:${contact.email}`}>{contact.email}</a>
        </p>
      )}
      {taxNumber && <p>{i18n._('Tax number: {number}', { number: taxNumber })}</p>}
    </section>
  );
}

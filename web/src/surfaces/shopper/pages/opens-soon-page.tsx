import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { locationsQuery } from '@/features/catalog/api/locations';
import { OpeningHours } from '@/features/catalog/components/opening-hours';
import { merchantQuery } from '@/features/site/api/merchant';
import type { Location } from '@/shared/api/types';
import { formatPhone, phoneHref } from '@/shared/format/masks';
import { merchantLanguage } from '@/shared/i18n/merchant-language';
import { boot, site } from '@/shared/site/boot';
import { Icon } from '@/shared/ui/icon';
import { Page } from '@/shared/ui/page';
import { StateView } from '@/shared/ui/state-view';
import { BrandMark } from '../components/brand-mark';
import styles from './opens-soon-page.module.css';

function Contacts() {
  const { data } = useQuery(merchantQuery());
  if (!data) return null;
  const { supportEmail, supportPhone } = data.support;
  if (!supportEmail && !supportPhone) return null;
  return (
    <ul className={styles.contacts} aria-label={i18n._('Contact')}>
      {supportPhone && (
        <li>
          <a href={phoneHref(supportPhone, site().country)}>
            <Icon name="phone" size={20} />
            {formatPhone(supportPhone, site().country) || supportPhone}
          </a>
        </li>
      )}
      {supportEmail && (
        <li>
          <a href={`mailto:${supportEmail}`}>
            <Icon name="mail" size={20} />
            {supportEmail}
          </a>
        </li>
      )}
    </ul>
  );
}

function Place({ place }: { place: Location }) {
  const street = [place.address1, place.address2].filter(Boolean).join(', ');
  const city = [place.city, place.state, place.zip].filter(Boolean).join(' ');
  return (
    <li className={styles.place}>
      <h3>{place.name}</h3>
      <address>
        {street}
        <br />
        {city}
      </address>
      <OpeningHours {...place} />
    </li>
  );
}

function Places() {
  const { data } = useQuery(locationsQuery());
  if (!data?.length) return null;
  return (
    <section aria-label={i18n._('Locations')}>
      <ul className={styles.places}>
        {data.map((place) => (
          <Place key={place.id} place={place} />
        ))}
      </ul>
    </section>
  );
}

/** Page that the public sees instead of a shop that isn't open. The team logs in through the back office. */
export function OpensSoonPage() {
  const { companyName, logo } = site();
  const { closedText } = boot().shop;
  const title = i18n._('{companyName} opens soon', { companyName });
  return (
    <main className={styles.soon}>
      <Page title={title} width="narrow" hideTitle>
        {logo && (
          <div className={styles.brand}>
            <BrandMark linked={false} />
          </div>
        )}
        <StateView
          icon="drop"
          title={title}
          text={
            closedText ? (
              <span lang={merchantLanguage()}>{closedText}</span>
            ) : (
              i18n._("We're getting ready for you.")
            )
          }
        >
          <Button size="large" href="/mmtpo">
            {i18n._('Staff login')}
          </Button>
        </StateView>
        <div className={styles.facts}>
          <Contacts />
          <Places />
        </div>
      </Page>
    </main>
  );
}

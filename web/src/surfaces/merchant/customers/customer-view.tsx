import { i18n } from '@lingui/core';
import { Link } from 'react-router';
import { VehicleFacts } from '@/features/identity/components/vehicle-facts';
import type { CustomerDetail } from '@/shared/api/types';
import { dateTime } from '@/shared/format/dates';
import { maskPhone } from '@/shared/format/masks';
import { StateChip } from '@/shared/office/state-chip';
import { site } from '@/shared/site/boot';
import { postalCodeLabel } from '@/shared/site/country-words';
import { Facts } from '@/shared/ui/facts';
import { Page } from '@/shared/ui/page';
import { SectionCard } from '@/shared/ui/section-card';
import { useLocationName } from '../components/location-names';
import { mailName } from '../settings/mails/mail-names';
import { addressOf } from '../table';
import { CustomerActions } from './customer-actions';
import { CustomerClubs, CustomerOrders, CustomerPoints } from './customer-lists';
import { CustomerRecords } from './customer-records';
import styles from './customer-view.module.css';
import { roleName, standingOf } from './customer-words';

function cardOf({ card }: CustomerDetail): string {
  const { cardType, maskedCardNumber, expirationMonth, expirationYear } = card;
  const label = [cardType, maskedCardNumber].filter(Boolean).join(' ');
  if (card.accountLeft) {
    return i18n._("{card}, can't be charged: added to a previous merchant account", { card: label });
  }
  if (card.locked) {
    return i18n._('{card}, locked until the customer adds it again', { card: label });
  }
  if (!card.onFile) return i18n._('None on file');
  return i18n._('{card}, expires {month}/{year}', {
    card: label,
    month: String(expirationMonth ?? '').padStart(2, '0'),
    year: expirationYear ?? '',
  });
}

/** Customer details with staff actions. */
export function CustomerView({ customer }: { customer: CustomerDetail }) {
  const nameOf = useLocationName();
  const { country } = site();
  const { account, blocked, vehicle, referredBy } = customer;
  const [lastBounce] = customer.bounces;
  const { userId } = account;
  const name = `${account.firstName} ${account.lastName}`;
  const standing = standingOf({ ...account, blocked: blocked != null });
  return (
    <Page title={name} lead={account.email} aside={<StateChip {...standing} />}>
      <div className={styles.customer}>
        {blocked && (
          <section className={styles.blocked} aria-label={i18n._('Blocked')}>
            <strong>{i18n._('Blocked since {date}', { date: dateTime(blocked.at) })}</strong>
            <p>{blocked.reason}</p>
          </section>
        )}
        {lastBounce && (
          <section className={styles.bounced} aria-label={i18n._('Emails to this address bounce')}>
            <strong>{i18n._('Emails to this address bounce')}</strong>
            <p>
              {i18n._('{template}, {date}: {words}', {
                template: mailName(lastBounce.kind),
                date: dateTime(lastBounce.at),
                words: lastBounce.words,
              })}
            </p>
          </section>
        )}
        <CustomerActions customer={customer} />
        <div className={styles.columns}>
          <div className={styles.column}>
            <SectionCard title={i18n._('Account')}>
              <Facts
                facts={[
                  [i18n._('Phone'), maskPhone(account.cellPhoneNumber, country)],
                  [postalCodeLabel(), account.zipPostalCode],
                  [i18n._('Home location'), nameOf(account.homeLocationId)],
                  [i18n._('Card'), cardOf(customer)],
                  [i18n._('Role'), roleName(account.role)],
                  [i18n._('Marketing opt-in'), account.optInToMarketing ? i18n._('Yes') : i18n._('No')],
                  [i18n._('Referral code'), account.referralCode],
                  [i18n._('Signed up'), dateTime(customer.createdAt)],
                ]}
              />
              {referredBy && (
                <p>
                  {i18n._('Referred by')}{' '}
                  <Link to={addressOf('customer', { userId: referredBy.userId })}>
                    {referredBy.name ?? referredBy.userId}
                  </Link>
                </p>
              )}
            </SectionCard>
            <SectionCard title={i18n._('Vehicle')}>
              {vehicle ? <VehicleFacts vehicle={vehicle} /> : <p>{i18n._('No vehicle added')}</p>}
            </SectionCard>
            <CustomerClubs userId={userId} />
            <CustomerPoints userId={userId} />
          </div>
          <div className={styles.column}>
            <CustomerOrders userId={userId} />
            <CustomerRecords customer={customer} />
          </div>
        </div>
      </div>
    </Page>
  );
}

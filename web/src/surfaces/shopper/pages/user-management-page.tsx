import { i18n } from '@lingui/core';
import { AccountCard } from '@/features/identity/components/account-card';
import { VehicleCard } from '@/features/identity/components/vehicle-card';
import { Page } from '@/shared/ui/page';
import { AccountLinks } from '../components/account-links';
import { ClubCard } from '../components/club-card';
import { OptionsCard } from '../components/options-card';
import { PaymentCard } from '../components/payment-card';
import { Purchases } from '../components/purchases';
import { SecurityCard } from '../components/security-card';
import { WithAccount } from '../components/with-account';
import { addressOf } from '../table';
import styles from './user-management-page.module.css';

/** Account page of the web shop; the app has its own. */
export function UserManagementPage() {
  return (
    <Page>
      <WithAccount>
        {(account) => (
          <div className={styles.columns}>
            <div className={styles.column}>
              <AccountCard account={account} />
              <VehicleCard support={addressOf('support')} />
              <ClubCard />
              <section className={styles.history}>
                <h2>{i18n._('Purchase history')}</h2>
                <Purchases />
              </section>
            </div>
            <div className={styles.column}>
              <PaymentCard />
              <OptionsCard account={account} />
              <SecurityCard />
              <AccountLinks />
            </div>
          </div>
        )}
      </WithAccount>
    </Page>
  );
}

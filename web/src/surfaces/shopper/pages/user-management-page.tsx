import { i18n } from '@lingui/core';
import { Navigate } from 'react-router';
import { PurchaseList } from '@/features/checkout/components/purchase-list';
import { AccountCard } from '@/features/identity/components/account-card';
import { VehicleCard } from '@/features/identity/components/vehicle-card';
import { paths } from '@/shared/site/routes';
import { Page } from '@/shared/ui/page';
import { AccountLinks } from '../components/account-links';
import { ClubCard } from '../components/club-card';
import { OptionsCard } from '../components/options-card';
import { PaymentCard } from '../components/payment-card';
import { SecurityCard } from '../components/security-card';
import { WithAccount } from '../components/with-account';
import { useArrivalMode } from '../model/mode';
import styles from './user-management-page.module.css';

/** The web shop's account page; the app has its own. */
export function UserManagementPage() {
  if (useArrivalMode() === 'mobile') return <Navigate to={paths.account} replace />;
  return (
    <Page title={i18n._('My Account')}>
      <WithAccount>
        {(account) => (
          <div className={styles.columns}>
            <div className={styles.column}>
              <AccountCard account={account} />
              <VehicleCard />
              <ClubCard />
              <section className={styles.history}>
                <h2>{i18n._('Purchase history')}</h2>
                <PurchaseList />
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

import { AccountCard } from '@/features/identity/components/account-card';
import { OwnSessions } from '@/features/identity/components/own-sessions';
import { VehicleCard } from '@/features/identity/components/vehicle-card';
import { Page } from '@/shared/ui/page';
import { AccountLinks } from '../components/account-links';
import { OptionsCard } from '../components/options-card';
import { PaymentCard } from '../components/payment-card';
import { SecurityCard } from '../components/security-card';
import { VersionCard } from '../components/version-card';
import { WithAccount } from '../components/with-account';
import { addressOf } from '../table';
import styles from './account-page.module.css';

export function AccountPage() {
  return (
    <Page width="narrow">
      <WithAccount>
        {(account) => (
          <div className={styles.parts}>
            <AccountCard account={account} />
            <VehicleCard support={addressOf('support')} />
            <PaymentCard />
            <OptionsCard account={account} />
            <SecurityCard />
            <OwnSessions />
            <AccountLinks />
            <VersionCard />
          </div>
        )}
      </WithAccount>
    </Page>
  );
}

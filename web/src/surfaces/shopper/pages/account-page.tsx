import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { accountQuery } from '@/features/identity/api/account';
import { showEmailVerification } from '@/features/identity/model/verify-email';
import { paymentQuery } from '@/features/payments/api/payment';
import { CardOnFile } from '@/features/payments/components/card-on-file';
import { boot } from '@/shared/site/boot';
import { paths } from '@/shared/site/routes';
import { ErrorState } from '@/shared/ui/error-state';
import { Page } from '@/shared/ui/page';
import { Skeleton } from '@/shared/ui/skeleton';
import { AccountFacts } from '../components/account-facts';
import { useAddCard } from '../components/use-add-card';
import styles from './account-page.module.css';

export function AccountPage() {
  const account = useQuery(accountQuery());
  const payment = useQuery(paymentQuery());
  const addCard = useAddCard();
  const onFile = payment.data?.onFile ?? false;
  return (
    <Page title={i18n._('My Account')} width="narrow">
      {account.isPending && <Skeleton count={2} height={260} />}
      {account.isError && (
        <ErrorState
          title={i18n._('Unable to get your Account')}
          retry={() => account.refetch()}
          busy={account.isFetching}
        />
      )}
      {account.data && (
        <div className={styles.parts}>
          <section className={styles.part}>
            <h2>{i18n._('Account info')}</h2>
            <AccountFacts account={account.data} />
            {!account.data.emailConfirmed && (
              <Button variant="outlined" onClick={() => showEmailVerification(account.data.email)}>
                {i18n._('Re-send email confirmation')}
              </Button>
            )}
          </section>
          <section className={styles.part}>
            <h2>{i18n._('Payment info')}</h2>
            {payment.isPending && <Skeleton height={48} />}
            {payment.data && <CardOnFile payment={payment.data} />}
            <Button variant="outlined" onClick={() => addCard({ replace: true })}>
              {onFile ? i18n._('Replace card') : i18n._('Add a card')}
            </Button>
          </section>
          <nav className={styles.links} aria-label={i18n._('My Account')}>
            <Link to={paths.purchaseHistory}>{i18n._('My Purchases')}</Link>
            <Link to={paths.support}>{i18n._('Support')}</Link>
            <Link to={paths.terms}>{i18n._('Terms and Conditions')}</Link>
            <Link to={paths.privacy}>{i18n._('Privacy')}</Link>
            <Link to={paths.logOut}>{i18n._('Log Out')}</Link>
          </nav>
          <p className={styles.version}>{i18n._('Version {version}', { version: boot().build.version })}</p>
        </div>
      )}
    </Page>
  );
}

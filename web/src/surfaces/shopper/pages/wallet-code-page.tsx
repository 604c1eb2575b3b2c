import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { locationsQuery } from '@/features/site/api/locations';
import { walletQuery } from '@/features/wallet/api/wallet';
import { WalletPass } from '@/features/wallet/components/wallet-pass';
import { Page } from '@/shared/ui/page';
import { QueryView } from '@/shared/ui/query-view';
import { Skeleton } from '@/shared/ui/skeleton';
import { StateView } from '@/shared/ui/state-view';
import { addressOf } from '../table';
import styles from './wallet-code-page.module.css';

export function WalletCodePage() {
  const { itemId } = useParams();
  const wallet = useQuery(walletQuery());
  const locations = useQuery(locationsQuery());
  const item = wallet.data?.find((candidate) => candidate.id === itemId);
  const toWallet = (
    <Button component={Link} to={addressOf('wallet')} variant="outlined">
      {i18n._('Back to the wallet')}
    </Button>
  );
  return (
    <Page title={item?.name ?? i18n._('Wallet')} width="narrow" hideTitle>
      <QueryView
        query={wallet}
        skeleton={<Skeleton count={1} height={560} />}
        failed={i18n._('Unable to get your Wallet')}
      >
        {() =>
          item ? (
            <>
              <WalletPass item={item} locations={locations.data ?? []} />
              <p className={styles.back}>{toWallet}</p>
            </>
          ) : (
            <StateView
              icon="wallet"
              title={i18n._('This code is not in your wallet')}
              text={i18n._('It may have been used already.')}
            >
              {toWallet}
            </StateView>
          )
        }
      </QueryView>
    </Page>
  );
}

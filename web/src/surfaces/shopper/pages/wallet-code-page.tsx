import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { locationsQuery } from '@/features/catalog/api/locations';
import { useWatchedItem } from '@/features/wallet/api/watched-item';
import { AsOf } from '@/features/wallet/components/as-of';
import { WalletPass } from '@/features/wallet/components/wallet-pass';
import { merchantLanguage } from '@/shared/i18n/merchant-language';
import { Page } from '@/shared/ui/page';
import { QueryView } from '@/shared/ui/query-view';
import { Skeleton } from '@/shared/ui/skeleton';
import { StateView } from '@/shared/ui/state-view';
import { addressOf } from '../table';
import styles from './wallet-code-page.module.css';

export function WalletCodePage() {
  const { itemId = '' } = useParams();
  const watched = useWatchedItem(itemId);
  const locations = useQuery(locationsQuery());
  const toWallet = (
    <Button component={Link} to={addressOf('wallet')} variant="outlined">
      {i18n._('Back to wallet')}
    </Button>
  );
  return (
    <Page
      title={watched.data?.name ?? i18n._('Wallet')}
      titleLanguage={watched.data ? merchantLanguage() : undefined}
      width="narrow"
      hideTitle
    >
      <QueryView
        query={watched}
        skeleton={<Skeleton count={1} height={560} />}
        failed={i18n._("Couldn't load your wallet")}
      >
        {(item) =>
          item ? (
            <div className={styles.parts}>
              <AsOf at={watched.asOf} />
              <WalletPass item={item} locations={locations.data ?? []} />
              <p className={styles.back}>{toWallet}</p>
            </div>
          ) : (
            <StateView
              icon="wallet"
              title={i18n._("This code isn't in your wallet")}
              text={i18n._('It may have already been used.')}
            >
              {toWallet}
            </StateView>
          )
        }
      </QueryView>
    </Page>
  );
}

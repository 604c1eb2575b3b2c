import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { locationsQuery } from '@/features/catalog/api/locations';
import { LocationFilter } from '@/features/catalog/components/location-filter';
import { useWallet } from '@/features/wallet/api/wallet';
import { AsOf } from '@/features/wallet/components/as-of';
import { WalletList } from '@/features/wallet/components/wallet-list';
import { usableAt } from '@/features/wallet/model/wallet';
import { Page } from '@/shared/ui/page';
import { QueryView } from '@/shared/ui/query-view';
import { Skeleton } from '@/shared/ui/skeleton';
import { StateView } from '@/shared/ui/state-view';
import { ClubInWallet } from '../components/club-in-wallet';
import { WaitingGifts } from '../components/waiting-gifts';
import { addressOf, appAddressOf } from '../table';
import styles from './wallet-page.module.css';

export function WalletPage() {
  const wallet = useWallet();
  const locations = useQuery(locationsQuery());
  // A location filter here isn't a shopping choice, so it isn't stored.
  const [locationId, choose] = useState(0);
  const list = locations.data ?? [];
  const some = (wallet.data?.length ?? 0) > 0;
  return (
    <Page
      width="narrow"
      aside={some && <LocationFilter locations={list} value={locationId} onChange={choose} hideLabel />}
    >
      <div className={styles.parts}>
        <AsOf at={wallet.asOf} />
        <WaitingGifts />
        <ClubInWallet locations={list} />
        <QueryView
          query={wallet}
          skeleton={<Skeleton count={3} height={92} />}
          failed={i18n._("Couldn't load your wallet")}
          empty={
            <StateView
              icon="wallet"
              title={i18n._('Your wallet is empty')}
              text={i18n._('Buy a wash and its code will appear here.')}
            >
              <Button component={Link} to={appAddressOf('washes')} variant="contained" size="large">
                {i18n._('Buy a Wash')}
              </Button>
            </StateView>
          }
        >
          {(items) => {
            const usable = usableAt(items, locationId);
            if (usable.length === 0) {
              return (
                <StateView
                  icon="pin"
                  title={i18n._('No codes for this location')}
                  text={i18n._('Select another location or all locations.')}
                />
              );
            }
            return (
              <WalletList
                items={usable}
                locations={list}
                codeAt={(itemId) => addressOf('walletCode', { itemId })}
              />
            );
          }}
        </QueryView>
      </div>
    </Page>
  );
}

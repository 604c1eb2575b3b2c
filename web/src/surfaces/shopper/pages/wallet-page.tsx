import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { locationsQuery } from '@/features/site/api/locations';
import { walletQuery } from '@/features/wallet/api/wallet';
import { WalletList } from '@/features/wallet/components/wallet-list';
import { paths } from '@/shared/site/routes';
import { ErrorState } from '@/shared/ui/error-state';
import { Page } from '@/shared/ui/page';
import { Skeleton } from '@/shared/ui/skeleton';
import { StateView } from '@/shared/ui/state-view';

export function WalletPage() {
  const wallet = useQuery(walletQuery());
  const locations = useQuery(locationsQuery());
  return (
    <Page title={i18n._('Wallet')} width="narrow">
      {wallet.isPending && <Skeleton count={3} height={92} />}
      {wallet.isError && (
        <ErrorState
          title={i18n._('Unable to get your Wallet')}
          retry={() => wallet.refetch()}
          busy={wallet.isFetching}
        />
      )}
      {wallet.data?.length === 0 && (
        <StateView
          icon="wallet"
          title={i18n._('Nothing in your wallet yet')}
          text={i18n._('Buy a wash, and its code waits here, ready for the scanner.')}
        >
          <Button component={Link} to={paths.washes} variant="contained" size="large">
            {i18n._('Buy a Wash')}
          </Button>
        </StateView>
      )}
      {wallet.data && <WalletList items={wallet.data} locations={locations.data ?? []} />}
    </Page>
  );
}

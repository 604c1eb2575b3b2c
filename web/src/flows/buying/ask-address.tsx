import type { QueryClient } from '@tanstack/react-query';
import { shippingAddressQuery } from '@/features/checkout/api/shipping-address';
import { accountQuery } from '@/features/identity/api/account';
import { statesQuery } from '@/features/identity/api/vehicle';
import type { ShippingAddress } from '@/shared/api/types';
import { openDialog } from '@/shared/ui/open-dialog';

/** Asks for the shipping address. */
export async function askAddress(queries: QueryClient): Promise<ShippingAddress | null> {
  const [account, known, states] = await Promise.all([
    queries.fetchQuery(accountQuery()),
    // Neither may block an order: the fields can be filled in by hand.
    queries.fetchQuery(shippingAddressQuery()).catch(() => null),
    queries.fetchQuery(statesQuery()).catch(() => []),
  ]);
  return openDialog<ShippingAddress>(async () => {
    const { AddressDialog } = await import('@/features/checkout/components/address-dialog');
    return (settle) => <AddressDialog person={account} known={known} states={states} settle={settle} />;
  });
}

import type { QueryClient } from '@tanstack/react-query';
import { shippingAddressQuery } from '@/features/checkout/api/shipping-address';
import { cart } from '@/features/checkout/model/cart';
import { accountQuery } from '@/features/identity/api/account';
import { statesQuery, vehicleQuery } from '@/features/identity/api/vehicle';
import { isComplete } from '@/features/identity/model/vehicle';
import type { Gift, Recipient, ShippingAddress } from '@/shared/api/types';
import { openDialog } from '@/shared/ui/open-dialog';

/** Whom the cart has gifts for: asked for once, offered from then on. */
function recipientsInCart(): Recipient[] {
  return cart
    .lines()
    .flatMap(({ gift }) => (gift ? [{ email: gift.giftedEmail, name: gift.giftedTo }] : []))
    .reverse();
}

/** For whom a product is; null when the customer thought better of it. */
export function askGift(product: string, action: string, gift?: Gift): Promise<Gift | null> {
  const recent = recipientsInCart();
  return openDialog<Gift>(async () => {
    const { GiftDialog } = await import('@/features/gifts/components/gift-dialog');
    return (settle) => (
      <GiftDialog product={product} action={action} gift={gift} recent={recent} settle={settle} />
    );
  });
}

/** The number of the gift card to be reloaded, digits only. */
export function askCardNumber(
  product: string,
  cardNumber: string,
  complaint?: string,
): Promise<string | null> {
  return openDialog<string>(async () => {
    const { ReloadDialog } = await import('@/features/gift-cards/components/reload-dialog');
    return (settle) => (
      <ReloadDialog product={product} cardNumber={cardNumber} complaint={complaint} settle={settle} />
    );
  });
}

/** Where a parcel goes. */
export async function askAddress(queries: QueryClient): Promise<ShippingAddress | null> {
  const [account, known, states] = await Promise.all([
    queries.fetchQuery(accountQuery()),
    // Neither is worth giving up an order for: the fields can be typed.
    queries.fetchQuery(shippingAddressQuery()).catch(() => null),
    queries.fetchQuery(statesQuery()).catch(() => []),
  ]);
  return openDialog<ShippingAddress>(async () => {
    const { AddressDialog } = await import('@/features/checkout/components/address-dialog');
    return (settle) => <AddressDialog person={account} known={known} states={states} settle={settle} />;
  });
}

/** Whether the customer's vehicle is complete in the end; asks for it where it is not. */
export async function ensureVehicle(queries: QueryClient): Promise<boolean> {
  const vehicle = await queries.fetchQuery({ ...vehicleQuery(), staleTime: 0 });
  if (isComplete(vehicle)) return true;
  await openDialog<void>(async () => {
    const { VehicleDialog } = await import('./vehicle-dialog');
    return (settle) => <VehicleDialog vehicle={vehicle} onDone={() => settle(null)} />;
  });
  return isComplete(await queries.fetchQuery(vehicleQuery()));
}

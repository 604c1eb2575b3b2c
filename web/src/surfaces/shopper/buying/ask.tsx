import type { QueryClient } from '@tanstack/react-query';
import { lazy } from 'react';
import { shippingAddressQuery } from '@/features/checkout/api/shipping-address';
import { cart } from '@/features/checkout/model/cart';
import { accountQuery } from '@/features/identity/api/account';
import { statesQuery, vehicleQuery } from '@/features/identity/api/vehicle';
import { isComplete } from '@/features/identity/model/vehicle-form';
import type { Gift, Recipient, ShippingAddress } from '@/shared/api/types';
import { openPanel } from '@/shared/ui/panels';

const GiftDialog = lazy(() =>
  import('@/features/gifts/components/gift-dialog').then((m) => ({ default: m.GiftDialog })),
);
const ReloadDialog = lazy(() =>
  import('@/features/gift-cards/components/reload-dialog').then((m) => ({ default: m.ReloadDialog })),
);
const AddressDialog = lazy(() =>
  import('@/features/checkout/components/address-dialog').then((m) => ({ default: m.AddressDialog })),
);
const VehicleDialog = lazy(() => import('./vehicle-dialog').then((m) => ({ default: m.VehicleDialog })));

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
  return openPanel((settle) => (
    <GiftDialog product={product} action={action} gift={gift} recent={recent} settle={settle} />
  ));
}

/** The number of the gift card to be reloaded, digits only. */
export function askCardNumber(
  product: string,
  cardNumber: string,
  complaint?: string,
): Promise<string | null> {
  return openPanel((settle) => (
    <ReloadDialog product={product} cardNumber={cardNumber} complaint={complaint} settle={settle} />
  ));
}

/** Where a parcel goes. */
export async function askAddress(queries: QueryClient): Promise<ShippingAddress | null> {
  const [account, known, states] = await Promise.all([
    queries.fetchQuery(accountQuery()),
    // Neither is worth giving up an order for: the fields can be typed.
    queries.fetchQuery(shippingAddressQuery()).catch(() => null),
    queries.fetchQuery(statesQuery()).catch(() => []),
  ]);
  return openPanel((settle) => (
    <AddressDialog person={account} known={known} states={states} settle={settle} />
  ));
}

/** Whether the customer's vehicle is complete in the end; asks for it where it is not. */
export async function ensureVehicle(queries: QueryClient): Promise<boolean> {
  const vehicle = await queries.fetchQuery({ ...vehicleQuery(), staleTime: 0 });
  if (isComplete(vehicle)) return true;
  await openPanel<void>((settle) => <VehicleDialog vehicle={vehicle} onDone={() => settle(null)} />);
  return isComplete(await queries.fetchQuery(vehicleQuery()));
}

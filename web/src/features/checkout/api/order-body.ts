import type { OrderBody, OrderItem, ShippingAddress } from '@/shared/api/types';

type Order = {
  items: OrderItem[];
  locationId: number;
  address?: ShippingAddress | undefined;
  /** Wallet discounts kept for another purchase. */
  kept?: number[] | undefined;
};

/** Fields that quotes and orders share. For all locations, none is sent. */
export function orderBody({ items, locationId, address, kept }: Order): OrderBody {
  return {
    products: items,
    ...(locationId && { locationId }),
    ...(address && { address }),
    ...(kept?.length && { keepDiscounts: kept }),
  };
}

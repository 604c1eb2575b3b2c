import type { OrderBody, OrderItem, ShippingAddress } from '@/shared/api/types';

type Order = { items: OrderItem[]; locationId: number; address?: ShippingAddress | undefined };

/** Fields that quotes and orders share. For all locations, none is sent. */
export function orderBody({ items, locationId, address }: Order): OrderBody {
  return { products: items, ...(locationId && { locationId }), ...(address && { address }) };
}

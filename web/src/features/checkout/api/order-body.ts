import type { OrderBody, OrderItem, ShippingAddress } from '@/shared/api/types';

type Order = { items: OrderItem[]; locationId: number; address?: ShippingAddress | undefined };

/** What quote and order are asked for alike; all locations means that none is named. */
export function orderBody({ items, locationId, address }: Order): OrderBody {
  return { products: items, ...(locationId && { locationId }), ...(address && { address }) };
}

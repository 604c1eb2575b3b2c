import type { OrderBody } from '@/shared/api/types';

/** An order's body; all locations means that none is named. */
export function chosen(products: OrderBody['products'], locationId: number): OrderBody {
  return locationId ? { products, locationId } : { products };
}

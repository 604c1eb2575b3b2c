import type { QueryClient } from '@tanstack/react-query';
import { locationsQuery } from '@/features/catalog/api/locations';
import { type ProductKind, productsQuery } from '@/features/catalog/api/products';
import { chosenLocation } from '@/features/catalog/model/location-choice';

/** Asks for what a page of the shop shows while its code is still on its way. */
export function prefetchShop(queries: QueryClient, kind: ProductKind, locationId = chosenLocation()): null {
  void queries.prefetchQuery(locationsQuery());
  void queries.prefetchQuery(productsQuery(kind, locationId));
  return null;
}

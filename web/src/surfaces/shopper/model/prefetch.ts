import type { QueryClient } from '@tanstack/react-query';
import { locationsQuery } from '@/features/catalog/api/locations';
import { type ProductKind, productsQuery } from '@/features/catalog/api/products';
import { chosenLocation } from '@/features/catalog/model/location-choice';

/** Prefetches the data of a shop page while its code loads. */
export function prefetchShop(queries: QueryClient, kind: ProductKind, locationId = chosenLocation()): null {
  void queries.prefetchQuery(locationsQuery());
  void queries.prefetchQuery(productsQuery(kind, locationId));
  return null;
}

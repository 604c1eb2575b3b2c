import type { QueryClient } from '@tanstack/react-query';
import { locationsQuery } from '@/features/catalog/api/locations';
import { type ProductKind, productsQuery } from '@/features/catalog/api/products';
import { chosenLocation } from '@/features/catalog/model/location-choice';
import { currentTokens } from '@/shared/api/session';
import { boot } from '@/shared/site/boot';

/** Prefetches the data of a shop page while its code loads. Only the team gets any from a shop that isn't open. */
export function prefetchShop(queries: QueryClient, kind: ProductKind, locationId = chosenLocation()): null {
  if (!boot().shop.open && !currentTokens()) return null;
  void queries.prefetchQuery(locationsQuery());
  void queries.prefetchQuery(productsQuery(kind, locationId));
  return null;
}

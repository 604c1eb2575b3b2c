import type { QueryClient } from '@tanstack/react-query';
import { productsQuery } from '@/features/catalog/api/products';
import { chosenLocation } from '@/features/catalog/model/location-choice';
import { locationsQuery } from '@/features/site/api/locations';
import { sectionAt } from './components/shop-sections';

/** Asks for what a screen of the shop shows while its code is still on its way. */
export function prefetchShop(queries: QueryClient, address: URL) {
  const asked = Number(address.searchParams.get('location'));
  const locationId = Number.isInteger(asked) && asked > 0 ? asked : chosenLocation();
  void queries.prefetchQuery(locationsQuery());
  void queries.prefetchQuery(productsQuery(sectionAt(address.pathname).kind, locationId));
}

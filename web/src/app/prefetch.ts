import type { QueryClient } from '@tanstack/react-query';
import { washesQuery } from '@/features/catalog/api/products';
import { chosenLocation } from '@/features/catalog/model/location-choice';
import { locationsQuery } from '@/features/site/api/locations';

/** Asks for what the shop's screens show while their code is still on its way. */
export function prefetchShop(queries: QueryClient) {
  const asked = Number(new URLSearchParams(location.search).get('location'));
  const locationId = Number.isInteger(asked) && asked > 0 ? asked : chosenLocation();
  void queries.prefetchQuery(locationsQuery());
  void queries.prefetchQuery(washesQuery(locationId));
}

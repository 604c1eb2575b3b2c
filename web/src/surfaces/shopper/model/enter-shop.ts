import type { ProductKind } from '@/features/catalog/api/products';
import { chooseLocation, chosenLocation } from '@/features/catalog/model/location-choice';
import { locationsQuery } from '@/features/site/api/locations';
import { site } from '@/shared/site/boot';
import type { Visit } from '@/shared/surface/pages';
import { appAddressOf } from '../table';
import { arrivalMode } from './guard';
import { namedLocation } from './named-location';
import { prefetchShop } from './prefetch';
import { appLabel, isAppPath, type ShopSection, sectionOf } from './shop-sections';

/** Whether a part of the shop asks where before it shows anything. */
export function asksWhere(section: ShopSection, pathname: string): boolean {
  return section.forced && site().forceLocations && (arrivalMode() === 'mobile' || isAppPath(pathname));
}

/** All locations are no place to wash at, and neither is one that there is not. */
async function isPlace(id: number, { queries }: Visit): Promise<boolean> {
  if (id === 0) return false;
  const locations = await queries.ensureQueryData(locationsQuery()).catch(() => null);
  return locations?.some((location) => location.id === id) ?? true;
}

/**
 * Before a part of the shop is shown: keeps the location that the address names, asks for what is shown, and where, if that
 * has to be known.
 */
export function enterShop(kind: ProductKind) {
  return async (visit: Visit): Promise<string | null> => {
    const section = sectionOf(kind);
    const named = namedLocation(visit.url.searchParams);
    if (named !== null) chooseLocation(named);
    const locationId = chosenLocation();
    if (asksWhere(section, visit.url.pathname) && !(await isPlace(locationId, visit))) {
      const search = new URLSearchParams({ to: section.word, label: appLabel(section) });
      return `${appAddressOf('locations')}?${search}`;
    }
    prefetchShop(visit.queries, kind, locationId);
    return null;
  };
}

import { locationsQuery } from '@/features/catalog/api/locations';
import type { ProductKind } from '@/features/catalog/api/products';
import { chooseLocation, chosenLocation } from '@/features/catalog/model/location-choice';
import { site } from '@/shared/site/boot';
import type { Visit } from '@/shared/surface/pages';
import { appAddressOf } from '../table';
import { dealsLabel } from './deals-label';
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

/** Keeps the location that the address names. Answers where one is chosen, if it `has` to be and is not yet. */
async function choosePlace(visit: Visit, has: boolean, to: string, label: string): Promise<string | null> {
  const named = namedLocation(visit.url.searchParams);
  if (named !== null) chooseLocation(named);
  if (!has || (await isPlace(chosenLocation(), visit))) return null;
  return `${appAddressOf('locations')}?${new URLSearchParams({ to, label })}`;
}

/**
 * Before a part of the shop is shown: keeps the location that the address names, asks for what is shown, and where, if that
 * has to be known.
 */
export function enterShop(kind: ProductKind) {
  return async (visit: Visit): Promise<string | null> => {
    const section = sectionOf(kind);
    const asks = asksWhere(section, visit.url.pathname);
    const elsewhere = await choosePlace(visit, asks, section.word, appLabel(section));
    if (!elsewhere) prefetchShop(visit.queries, kind);
    return elsewhere;
  };
}

/** Name of the deals page in the locations page's URL. */
export const dealsWord = 'deals';

/** The same before deals are shown, which are claimed at a location where one is forced. */
export function enterDeals(visit: Visit): Promise<string | null> {
  return choosePlace(visit, site().forceLocations, dealsWord, dealsLabel());
}

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

/** Whether a part of the shop requires a location first. */
export function asksWhere(section: ShopSection, pathname: string): boolean {
  return section.forced && site().forceLocations && (arrivalMode() === 'mobile' || isAppPath(pathname));
}

/** Neither "all locations" nor an unknown one counts as selected. */
async function isPlace(id: number, { queries }: Visit): Promise<boolean> {
  if (id === 0) return false;
  const locations = await queries.ensureQueryData(locationsQuery()).catch(() => null);
  return locations?.some((location) => location.id === id) ?? true;
}

/** Stores the location in the URL. Returns the page to choose one if it is required and missing. */
async function choosePlace(visit: Visit, has: boolean, to: string, label: string): Promise<string | null> {
  const named = namedLocation(visit.url.searchParams);
  if (named !== null) chooseLocation(named);
  if (!has || (await isPlace(chosenLocation(), visit))) return null;
  return `${appAddressOf('locations')}?${new URLSearchParams({ to, label })}`;
}

/**
 * Before a part of the shop is shown: stores the location in the URL, prefetches the data and asks for a
 * location if required.
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

/** Same for deals, which are claimed at a location if the site requires one. */
export function enterDeals(visit: Visit): Promise<string | null> {
  return choosePlace(visit, site().forceLocations, dealsWord, dealsLabel());
}

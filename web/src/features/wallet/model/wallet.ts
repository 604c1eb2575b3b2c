import { i18n } from '@lingui/core';
import type { Location, WalletItem } from '@/shared/api/types';
import { longDate } from '@/shared/format/dates';
import { money } from '@/shared/format/money';
import { placeNames } from '@/shared/format/place-names';
import { isDiscount, kindLabel } from '@/shared/products/item-kinds';
import { isProductType } from '@/shared/products/kinds';
import type { IconName } from '@/shared/ui/icon-paths';

/** Whether a code is finished: fully used or voided. */
export function isOver({ state }: WalletItem): boolean {
  return state !== 'active' && state !== 'reserved';
}

/** Labels of finished codes, by state. */
const ends: Record<string, { name: () => string; icon: IconName }> = {
  used: { name: () => i18n._('Used'), icon: 'check' },
  expired: { name: () => i18n._('Expired'), icon: 'clock' },
  revoked: { name: () => i18n._({ id: 'code|Voided', message: 'Voided' }), icon: 'close' },
};

/** State of a finished code; null while it can be redeemed. */
export function endOf(item: WalletItem): { name: string; icon: IconName } | null {
  if (!isOver(item)) return null;
  const { name, icon } = ends[item.state] ?? { name: () => i18n._('Used'), icon: 'check' };
  return { name: name(), icon };
}

function usesLeft(item: WalletItem): number {
  return Math.max(0, item.maxUses - item.useLimitCount);
}

/** Discounts of both types share a group; everything else is grouped by label. */
function groupName(item: WalletItem): string {
  return isDiscount(item.itemType) ? kindLabel(item.itemType) : item.label || item.name;
}

/** Groups items by label, in order of first appearance. */
export function groupByLabel(items: WalletItem[]): [string, WalletItem[]][] {
  const groups = new Map<string, WalletItem[]>();
  for (const item of items) {
    const label = groupName(item);
    groups.set(label, [...(groups.get(label) ?? []), item]);
  }
  return [...groups];
}

/** Latest purchase, without gifts: the items to show after buying. */
export function newest(items: WalletItem[]): WalletItem | undefined {
  const at = ({ purchasedDate }: WalletItem) => Date.parse(purchasedDate);
  // An award from the purchase is newer than the purchased items.
  const bought = items.filter(({ isGift, itemType }) => !isGift && isProductType(itemType));
  return bought.sort((a, b) => at(b) - at(a))[0];
}

/** Items valid at a location; 0 for all locations. */
export function usableAt(items: WalletItem[], locationId: number): WalletItem[] {
  if (!locationId) return items;
  return items.filter(
    ({ locations }) => locations.length === 0 || locations.includes(0) || locations.includes(locationId),
  );
}

/** Locations of an item, or null if it is valid at all of them. */
function namedLocations(item: WalletItem, locations: Location[]): Location[] | null {
  if (item.locations.length === 0 || item.locations.includes(0)) return null;
  const named = locations.filter((location) => item.locations.includes(location.id));
  return locations.length > 0 && named.length === locations.length ? null : named;
}

export function worksAt(item: WalletItem, locations: Location[]): string {
  const named = namedLocations(item, locations);
  // Offline, their names may be unknown.
  if (named?.length === 0) return i18n._('{count} locations', { count: item.locations.length });
  if (named)
    return named
      .map((location) => (location.city ? placeNames(location, locations).title : location.name))
      .join(', ');
  const [only] = locations;
  if (locations.length === 1 && only) return only.name;
  return locations.length > 1
    ? i18n._('All {count} locations', { count: locations.length })
    : i18n._('All locations');
}

/** Above this number, lists show a count; the pass names them all. */
const namedInLists = 3;

export function worksAtInShort(item: WalletItem, locations: Location[]): string {
  const count = namedLocations(item, locations)?.length ?? 0;
  return count > namedInLists ? i18n._('{count} locations', { count }) : worksAt(item, locations);
}

export function goodUntil(item: WalletItem): string {
  return item.expirationDate ? longDate(item.expirationDate) : i18n._('Never');
}

/** Expiry on a separate line. */
export function expiry(item: WalletItem): string {
  return item.expirationDate ? i18n._('Expires {date}', { date: goodUntil(item) }) : i18n._('Never expires');
}

/** Type, discount and, for multiple uses, the remaining uses. */
export function kindAndUses(item: WalletItem): string {
  const off = item.discount ? [`−${money(item.discount, { trim: true })}`] : [];
  const kind = [kindLabel(item.itemType), ...off].join(' · ');
  if (item.maxUses === 1) return kind;
  return `${kind} · ${i18n._('{left} of {uses} left', { left: usesLeft(item), uses: item.maxUses })}`;
}

/** Giver of an item, if it was a gift. */
export function giftedBy(item: WalletItem): string | null {
  if (!item.isGift) return null;
  return item.giftedFrom ? i18n._('Gift from {name}', { name: item.giftedFrom }) : i18n._('A gift');
}

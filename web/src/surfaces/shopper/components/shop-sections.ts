import { i18n } from '@lingui/core';
import type { ProductKind } from '@/features/catalog/api/products';
import { site } from '@/shared/site/boot';
import { isOffered, paths } from '@/shared/site/routes';

/** A part of the shop: a page of the web shop and one of the app. */
export type ShopSection = {
  kind: ProductKind;
  /** What the merchant's list of parts calls it by. */
  tag: string;
  shopPath: string;
  appPath: string;
  /** The merchant's word for it in the app, by this key. */
  word: string;
  /** What the page of locations calls it, where a location has to be chosen first. */
  forced?: string;
};

export const washes: ShopSection = {
  kind: 'washes',
  tag: '_WASHES',
  shopPath: paths.shopWashes,
  appPath: paths.washes,
  word: 'washes',
  forced: 'washes',
};

export const shopSections: ShopSection[] = [
  washes,
  {
    kind: 'washClubs',
    tag: '_CLUBS',
    shopPath: paths.shopClubs,
    appPath: paths.washClub,
    word: 'washClub',
    forced: 'washClub',
  },
  {
    kind: 'bundles',
    tag: '_BUNDLES',
    shopPath: paths.shopBundles,
    appPath: paths.bundles,
    word: 'bundles',
    forced: 'bundles',
  },
  {
    kind: 'giftCards',
    tag: '_CARDS',
    shopPath: paths.shopCards,
    appPath: paths.giftCards,
    word: 'giftCards',
  },
  {
    kind: 'merchandise',
    tag: '_MERCH',
    shopPath: paths.shopMerch,
    appPath: paths.shopMerch,
    word: 'merchandise',
  },
];

function plain(path: string): string {
  return path.replace(/\/+$/, '').toLowerCase();
}

/** The part that a path shows. The shop without a sub-page, under whatever name, shows the washes. */
export function sectionAt(pathname: string): ShopSection {
  const path = plain(pathname);
  const found = shopSections.find(({ shopPath, appPath }) =>
    [shopPath, appPath].some((own) => plain(own) === path),
  );
  return found ?? washes;
}

/** Whether a path is one of the app's own, without the shop's pills and title. */
export function isAppPath(pathname: string): boolean {
  return shopSections.some(
    ({ appPath }) => plain(appPath) === plain(pathname) && appPath !== paths.shopMerch,
  );
}

function ownLabel({ kind }: ShopSection): string {
  if (kind === 'washes') return i18n._('Washes');
  if (kind === 'washClubs') return i18n._('Wash Club');
  if (kind === 'bundles') return i18n._('Bundles');
  if (kind === 'giftCards') return i18n._('Gift Cards');
  return i18n._('Merchandise');
}

/** The merchant's name for a part of the web shop. */
export function shopLabel(section: ShopSection): string {
  return site().shopItems.find((item) => item.tag === section.tag)?.label || ownLabel(section);
}

/** The merchant's name for it in the app. */
export function appLabel(section: ShopSection): string {
  return site().navWords[section.word] || shopLabel(section);
}

/** The parts that this merchant sells from, in the merchant's order. */
export function soldSections(): ShopSection[] {
  return site()
    .shopItems.map((item) => shopSections.find((section) => section.tag === item.tag))
    .filter((section) => section !== undefined)
    .filter((section) => isOffered(section.shopPath));
}

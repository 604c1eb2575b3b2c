import type { ProductKind } from '@/features/catalog/api/products';
import { site } from '@/shared/site/boot';
import { addressOf, appAddressOf, type PageName, table } from '../table';
import { isOffered } from './offer';

/** Part of the shop: a page with one path in the web shop and one in the app. */
export type ShopSection = {
  kind: ProductKind;
  page: PageName;
  /** Key of the merchant's name in the app, also used by the locations page. */
  word: string;
  /** Whether a location must be chosen first if the site requires one. */
  forced: boolean;
};

export const shopSections = [
  { kind: 'washes', page: 'washes', word: 'washes', forced: true },
  { kind: 'washClubs', page: 'washClub', word: 'washClub', forced: true },
  { kind: 'bundles', page: 'bundles', word: 'bundles', forced: true },
  { kind: 'giftCards', page: 'giftCards', word: 'giftCards', forced: false },
  { kind: 'merchandise', page: 'merchandise', word: 'merchandise', forced: false },
] as const satisfies ShopSection[];

/** Part of the shop that sells a product type. */
export function sectionOf(kind: ProductKind): ShopSection {
  return shopSections.find((section) => section.kind === kind) ?? shopSections[0];
}

/** Part of the shop on a page; the shop's home shows washes. */
export function sectionAt(page: string | undefined): ShopSection {
  return shopSections.find((section) => section.page === page) ?? shopSections[0];
}

export const shopPath = ({ page }: ShopSection) => addressOf(page as 'washes');
export const appPath = ({ page }: ShopSection) => appAddressOf(page);
const tagOf = ({ page }: ShopSection) => table[page]?.tag;

/** Whether a path belongs to the app. */
export function isAppPath(pathname: string): boolean {
  const apps = shopSections.filter((section) => appPath(section) !== shopPath(section)).map(appPath);
  return apps.some((path) => path.toLowerCase() === pathname.replace(/\/+$/, '').toLowerCase());
}

/** Merchant's name for it in the web shop. */
export function shopLabel(section: ShopSection): string {
  const own = site().shopItems.find((item) => item.tag === tagOf(section))?.label;
  return own || (table[section.page]?.title() ?? '');
}

/** Merchant's name for it in the app. */
export function appLabel(section: ShopSection): string {
  return site().navWords[section.word] || shopLabel(section);
}

/** Parts of the shop that this merchant uses, in the merchant's order. */
export function soldSections(): ShopSection[] {
  return site()
    .shopItems.map((item) => shopSections.find((section) => tagOf(section) === item.tag))
    .filter((section) => section !== undefined)
    .filter((section) => isOffered(shopPath(section)));
}

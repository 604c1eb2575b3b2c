import type { ProductKind } from '@/features/catalog/api/products';
import { site } from '@/shared/site/boot';
import { addressOf, appAddressOf, type PageName, table } from '../table';
import { isOffered } from './offer';

/** A part of the shop: one page, at a path of the web shop and at one of the app. */
export type ShopSection = {
  kind: ProductKind;
  page: PageName;
  /** The merchant's word for it in the app, by this key; the page of locations knows it by the same. */
  word: string;
  /** Whether a location has to be chosen first at sites that force one. */
  forced: boolean;
};

export const shopSections = [
  { kind: 'washes', page: 'washes', word: 'washes', forced: true },
  { kind: 'washClubs', page: 'washClub', word: 'washClub', forced: true },
  { kind: 'bundles', page: 'bundles', word: 'bundles', forced: true },
  { kind: 'giftCards', page: 'giftCards', word: 'giftCards', forced: false },
  { kind: 'merchandise', page: 'merchandise', word: 'merchandise', forced: false },
] as const satisfies ShopSection[];

/** The part that sells a kind. */
export function sectionOf(kind: ProductKind): ShopSection {
  return shopSections.find((section) => section.kind === kind) ?? shopSections[0];
}

/** The part that a page shows; the shop itself shows the washes. */
export function sectionAt(page: string | undefined): ShopSection {
  return shopSections.find((section) => section.page === page) ?? shopSections[0];
}

export const shopPath = ({ page }: ShopSection) => addressOf(page as 'washes');
export const appPath = ({ page }: ShopSection) => appAddressOf(page);
const tagOf = ({ page }: ShopSection) => table[page]?.tag;

/** Whether a path is one of the app's own. */
export function isAppPath(pathname: string): boolean {
  const apps = shopSections.filter((section) => appPath(section) !== shopPath(section)).map(appPath);
  return apps.some((path) => path.toLowerCase() === pathname.replace(/\/+$/, '').toLowerCase());
}

/** The merchant's name for a part of the web shop. */
export function shopLabel(section: ShopSection): string {
  const own = site().shopItems.find((item) => item.tag === tagOf(section))?.label;
  return own || (table[section.page]?.title() ?? '');
}

/** The merchant's name for it in the app. */
export function appLabel(section: ShopSection): string {
  return site().navWords[section.word] || shopLabel(section);
}

/** The parts that this merchant sells from, in the merchant's order. */
export function soldSections(): ShopSection[] {
  return site()
    .shopItems.map((item) => shopSections.find((section) => tagOf(section) === item.tag))
    .filter((section) => section !== undefined)
    .filter((section) => isOffered(shopPath(section)));
}

import { site } from './boot';

/** The canonical spellings. Matching takes no notice of case. */
export const paths = {
  home: '/',
  logIn: '/logIn',
  logOut: '/logOut',
  signUp: '/signUp',
  storeDirect: '/storeDirect',
  updated: '/updated',
  confirmEmail: '/confirmEmail',
  passwordRecovery: '/passwordRecovery',
  shop: '/shop',
  shopWashes: '/shop/washes',
  shopClubs: '/shop/washClubs',
  shopBundles: '/shop/bundles',
  shopCards: '/shop/giftCards',
  shopMerch: '/shop/merch',
  washes: '/washes',
  bundles: '/bundles',
  washClub: '/washClub',
  giftCards: '/giftCards',
  checkout: '/checkout',
  wallet: '/wallet',
  purchaseHistory: '/purchaseHistory',
  account: '/account',
  userManagement: '/userManagement',
  locations: '/locations',
  findUs: '/findUs',
  support: '/Support',
  faq: '/faq',
  privacy: '/privacy',
  terms: '/termsAndConditions',
  resignUp: '/testing/resignup',
} as const;

function plain(path: string): string {
  return (path.split(/[?#]/)[0] ?? '').replace(/^\/+|\/+$/g, '').toLowerCase();
}

const built = new Set(Object.values(paths).map(plain));

const hrefByTag: Record<string, string> = {
  _HOME: paths.home,
  _SHOP: paths.shop,
  _LOCATIONS: paths.locations,
  _ABOUT: paths.support,
  _WASHES: paths.shopWashes,
  _CLUBS: paths.shopClubs,
  _BUNDLES: paths.shopBundles,
  _CARDS: paths.shopCards,
  _MERCH: paths.shopMerch,
};

/** Whether this build has a screen at a path and the merchant left it on. */
export function isOffered(path: string): boolean {
  return (built.has(plain(path)) || isAlias(path)) && !isDisabled(path);
}

/** Paths that lead to one thing: to switch off one of them is to switch off the thing. */
const twins: string[][] = [
  [paths.washes, paths.shopWashes],
  [paths.washClub, paths.shopClubs],
  [paths.bundles, paths.shopBundles],
  [paths.giftCards, paths.shopCards],
  [paths.locations, paths.findUs],
  [paths.account, paths.userManagement],
].map((family) => family.map(plain));

/** A path with all that stand for the same: twins, and what the merchant calls it. */
function namesOf(path: string): string[] {
  const asked = plain(path);
  const alias = aliases().find((candidate) => plain(candidate.path) === asked);
  const own = alias ? plain(hrefByTag[alias.tag] ?? '') : asked;
  return [asked, own, ...(twins.find((family) => family.includes(own)) ?? [])];
}

/** Whether the merchant switched a path off: itself, by another name, or with what it lies under. */
export function isDisabled(path: string): boolean {
  const disabled = site().disabledRoutes.map(plain);
  const names = namesOf(path);
  return disabled.some((off) => names.includes(off) || plain(path).startsWith(`${off}/`));
}

function absolute(href: string): string {
  return `/${href.replace(/^\/+/, '')}`;
}

/** The configured paths that are not spelled like one of ours, each with the canonical path that it stands for. */
export function aliases(): { path: string; tag: string }[] {
  const items = site().menuItems.filter((item) => item.tag in hrefByTag && item.href);
  return items
    .map((item) => ({ path: absolute(item.href), tag: item.tag }))
    .filter(({ path }) => plain(path) !== '' && !built.has(plain(path)));
}

function isAlias(path: string): boolean {
  return aliases().some((alias) => plain(alias.path) === plain(path));
}

/** Entries of the header: those whose screen exists. */
export function menuLinks(): { label: string; to: string }[] {
  return site()
    .menuItems.filter((item) => item.tag in hrefByTag)
    .map((item) => ({ label: item.label, to: hrefOf(item.tag, item.href) }))
    .filter((link) => isOffered(link.to));
}

function hrefOf(tag: string, href: string): string {
  const own = href ? absolute(href) : '';
  return own && isOffered(own) ? own : (hrefByTag[tag] ?? paths.home);
}

/** Where a tag with an optional sub-page leads, or null where this build has nothing to show. */
export function tagTarget(tag: string, href: string): string | null {
  if (!tag) return null;
  if (tag === '_SHOP' && href) {
    const item = site().shopItems.find((entry) => entry.tag === href || plain(entry.href) === plain(href));
    const target = hrefByTag[item?.tag ?? href];
    return target && isOffered(target) ? target : null;
  }
  const target = hrefByTag[tag];
  return target && isOffered(target) ? target : null;
}

import type { components } from '../api/api.gen';

type Schemas = components['schemas'];

export type LinkItem = Schemas['NavItem'];
export type Slide = Schemas['Slide'];
export type SchemeTheme = Partial<Schemas['Themes']['light']>;

/** Part of the site config used by this client. */
type Described = Pick<
  Schemas['SiteConfig'],
  | 'version'
  | 'companyName'
  | 'contact'
  | 'about'
  | 'logo'
  | 'homeVideo'
  | 'cardName'
  | 'googleMap'
  | 'has_ecom'
  | 'has_app'
  | 'forceLocations'
  | 'loyaltyProgram'
  | 'PWAHomeImage'
  | 'bubbles'
  | 'appStore'
  | 'fontSize'
  | 'navWords'
  | 'menuItems'
  | 'shopItems'
  | 'carousel'
  | 'homeCards'
  | 'resignUpProductId'
  | 'disabledRoutes'
  | 'currency'
  | 'pricesIncludeTax'
  | 'timeZone'
  | 'languages'
  | 'locale'
  | 'country'
  | 'brand'
>;
export type SiteConfig = Described & {
  /** Empty until the merchant enters them. */
  business: Partial<Schemas['SiteConfig']['business']>;
  /** Default: from the theme. */
  showPWAShadow?: boolean;
  imgParallax?: boolean;
  themes: { light: SchemeTheme; dark: SchemeTheme };
  revision: number;
  timeStamp: string;
};

const defaults: SiteConfig = {
  version: '1.0.0',
  revision: 0,
  timeStamp: '',
  companyName: '',
  contact: { phone: '', email: '' },
  business: {},
  about: '',
  logo: '',
  homeVideo: '',
  cardName: '',
  googleMap: { zoom: 11, center: { lat: 0, lng: 0 } },
  has_ecom: false,
  has_app: true,
  forceLocations: false,
  loyaltyProgram: false,
  PWAHomeImage: '',
  bubbles: { enabled: false, number: 15 },
  appStore: { apple: '', google: '' },
  fontSize: 10,
  navWords: {},
  menuItems: [],
  shopItems: [],
  carousel: [],
  homeCards: [],
  resignUpProductId: 52,
  disabledRoutes: [],
  themes: { light: {}, dark: {} },
  currency: 'USD',
  pricesIncludeTax: false,
  timeZone: 'UTC',
  languages: [],
  locale: 'en-US',
  country: 'US',
  brand: {
    primary: '',
    accent: '',
    radius: 'rounded',
    density: 'cosy',
    shadow: 'soft',
    font: 'inter',
    scheme: 'system',
  },
};

const menuDefaults: LinkItem[] = [
  { tag: '_HOME', label: 'Home', href: '/' },
  { tag: '_SHOP', label: 'Shop', href: '/shop' },
  { tag: '_LOCATIONS', label: 'Locations', href: '/locations' },
  { tag: '_ABOUT', label: 'About', href: '/Support' },
];
const shopDefaults: LinkItem[] = [{ tag: '_WASHES', label: 'Washes', href: '/shop/washes' }];

/** Stored copies of old configs may lack entries that every shop has. */
function withDefaults(items: LinkItem[], needed: LinkItem[]): LinkItem[] {
  const missing = needed.filter((item) => !items.some((known) => known.tag === item.tag));
  return [...items, ...missing];
}

function present<T extends object>(value: Partial<T> | undefined): Partial<T> {
  const entries = Object.entries(value ?? {}).filter(([, v]) => v !== null && v !== undefined);
  return Object.fromEntries(entries) as Partial<T>;
}

/** Default list entries of the config. */
const link: LinkItem = { tag: '', label: '', href: '' };
const items: Partial<Record<keyof SiteConfig, unknown>> = {
  menuItems: link,
  shopItems: link,
  carousel: { headline: '', text: '', tag: '', href: '', buttonText: '', image: '', color: '' },
  homeCards: { icon: '', text: '', to: '' },
  disabledRoutes: '',
  languages: '',
};

/** Part of the boot data doesn't have the described type. */
export class BrokenBoot extends Error {
  constructor(where: string) {
    super(`the boot data is broken at ${where}`);
    this.name = 'BrokenBoot';
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Requires values to have the type of their default. Missing keys are added later; unknown ones are allowed.
 */
function demandLike(given: unknown, like: unknown, where: string) {
  if (given === undefined || given === null) return;
  const same = Array.isArray(like) ? Array.isArray(given) : typeof given === typeof like;
  if (!same || isRecord(like) !== isRecord(given)) throw new BrokenBoot(where);
  if (!isRecord(like) || !isRecord(given)) return;
  for (const [key, value] of Object.entries(like)) demandLike(given[key], value, `${where}.${key}`);
}

/** Site config as used by this client. Throws if it is invalid. */
export function completeConfig(raw: unknown): SiteConfig {
  demandLike(raw, defaults, 'siteConfig');
  const given = present<SiteConfig>(raw as Partial<SiteConfig> | undefined);
  for (const [key, item] of Object.entries(items)) {
    const list = (given[key as keyof SiteConfig] ?? []) as unknown[];
    for (const [index, one] of list.entries()) {
      // Ignore holes in lists.
      if (one === null || one === undefined) throw new BrokenBoot(`siteConfig.${key}[${index}]`);
      demandLike(one, item, `siteConfig.${key}[${index}]`);
    }
  }
  return {
    ...defaults,
    ...given,
    brand: { ...defaults.brand, ...present(given.brand) },
    bubbles: { ...defaults.bubbles, ...present(given.bubbles) },
    contact: { ...defaults.contact, ...present(given.contact) },
    appStore: { ...defaults.appStore, ...present(given.appStore) },
    themes: { ...defaults.themes, ...present(given.themes) },
    languages: given.languages?.length ? given.languages : [given.locale ?? defaults.locale],
    menuItems: withDefaults(given.menuItems ?? [], menuDefaults),
    shopItems: withDefaults(given.shopItems ?? [], shopDefaults),
  };
}

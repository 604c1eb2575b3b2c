export type LinkItem = { tag: string; label: string; href: string };
export type Slide = {
  headline: string;
  text: string;
  tag: string;
  href: string;
  buttonText: string;
  image: string;
  color: string;
};
export type HomeCard = { icon: string; text: string; to: string };
export type SchemeTheme = {
  modal?: { background?: string; text?: string };
  button?: { background?: string; text?: string };
  input?: { background?: string; text?: string; border?: string };
  mobile?: {
    background?: string;
    text?: string;
    bar?: string;
    homeCards?: { card?: string; icon?: string; text?: string }[];
    loyaltyCard?: { background?: string; text?: string; bar?: string };
  };
};

/** The part of the site config that this client reads. Unknown keys are tolerated, missing ones defaulted. */
export type SiteConfig = {
  version: string;
  revision: number;
  timeStamp: string;
  companyName: string;
  contact: { phone: string };
  logo: string;
  /** Plays behind the home of the web shop. */
  homeVideo: string;
  cardName: string;
  has_ecom: boolean;
  has_app: boolean;
  forceLocations: boolean;
  PWAHomeImage: string;
  bubbles: { enabled: boolean; number: number };
  /** Where the merchant's app is to be had; empty where it is not. */
  appStore: { apple: string; google: string };
  fontSize: number;
  navWords: Record<string, string>;
  menuItems: LinkItem[];
  shopItems: LinkItem[];
  carousel: Slide[];
  homeCards: HomeCard[];
  /** The wash club that the test screen for signing back up starts from. */
  resignUpProductId: number;
  disabledRoutes: string[];
  themes: { light: SchemeTheme; dark: SchemeTheme };
  currency: string;
  timeZone: string;
  locale: string;
  country: string;
  brand: {
    primary: string;
    accent: string;
    radius: string;
    density: string;
    shadow: string;
    font: string;
    scheme: 'light' | 'dark' | 'system';
  };
};

const defaults: SiteConfig = {
  version: '1.0.0',
  revision: 0,
  timeStamp: '',
  companyName: '',
  contact: { phone: '' },
  logo: '',
  homeVideo: '',
  cardName: '',
  has_ecom: false,
  has_app: true,
  forceLocations: false,
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
  timeZone: 'UTC',
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

/** Stored copies of old configs may lack an entry that every shop has. */
function withDefaults(items: LinkItem[], needed: LinkItem[]): LinkItem[] {
  const missing = needed.filter((item) => !items.some((known) => known.tag === item.tag));
  return [...items, ...missing];
}

function present<T extends object>(value: Partial<T> | undefined): Partial<T> {
  const entries = Object.entries(value ?? {}).filter(([, v]) => v !== null && v !== undefined);
  return Object.fromEntries(entries) as Partial<T>;
}

export function completeConfig(raw: object): SiteConfig {
  const given = present<SiteConfig>(raw as Partial<SiteConfig>);
  return {
    ...defaults,
    ...given,
    brand: { ...defaults.brand, ...present(given.brand) },
    appStore: { ...defaults.appStore, ...present(given.appStore) },
    themes: { ...defaults.themes, ...present(given.themes) },
    menuItems: withDefaults(given.menuItems ?? [], menuDefaults),
    shopItems: withDefaults(given.shopItems ?? [], shopDefaults),
  };
}

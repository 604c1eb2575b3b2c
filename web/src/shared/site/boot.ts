import { BrokenBoot, completeConfig, type SiteConfig } from './config';

type Boot = {
  appKey: string;
  subdomain: string;
  siteConfig: SiteConfig;
  /**
   * ISO 8601, empty without a shell. It isn't compiled in, because it would change the file names of each
   * build.
   */
  build: { version: string; timeStamp: string };
  environment: Environment;
  /** Whether phones see a notice about the development build. */
  developmentGate: boolean;
  maps: Maps;
  /** Whether an operator must release the site before it sells, redeems and bills. */
  held: boolean;
  /** Whether the public sees the shop; otherwise, it sees an announcement with the owner's text. */
  shop: { open: boolean; closedText: string };
  /** Set for the provider's console, which has no site. Suds supplies the values a site would have. */
  console?: { environments: Environment[] };
};

/** Group of sites with its own staff. */
export type Environment = { name: string; production: boolean };

/** Map sources: the address of a style and provider keys. Without any, maps have a plain ground. */
export type Maps = { style: string | null; google: string | null; apple: string | null };

let current: Boot | null = null;

function readElement(): Record<string, unknown> {
  const text = document.getElementById('suds-boot')?.textContent;
  if (!text) throw new BrokenBoot('its element');
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    throw new BrokenBoot('its JSON');
  }
}

function word(value: unknown, where: string): string {
  if (typeof value === 'string' && value !== '') return value;
  throw new BrokenBoot(where);
}

/** Site data in the HTML shell, read once. Throws `BrokenBoot` if it is invalid. */
export function boot(): Boot {
  if (current) return current;
  const raw = readElement() as Partial<Boot>;
  current = {
    appKey: word(raw.appKey, 'appKey'),
    subdomain: word(raw.subdomain, 'subdomain'),
    siteConfig: completeConfig(raw.siteConfig),
    build: raw.build ?? { version: __SUDS_VERSION__, timeStamp: '' },
    // Unknown environments count as production.
    environment: raw.environment ?? { name: 'prod', production: true },
    developmentGate: raw.developmentGate ?? false,
    maps: { style: null, google: null, apple: null, ...raw.maps },
    held: raw.held ?? false,
    shop: { open: true, closedText: '', ...raw.shop },
    ...(raw.console && { console: raw.console }),
  };
  return current;
}

/** Replaces the site config, because the shell of a shop that isn't open has no slides and cards. */
export function completeSite(config: unknown) {
  boot().siteConfig = completeConfig(config);
}

export function site(): SiteConfig {
  return boot().siteConfig;
}

/** For tests that need different sites. */
export function resetBoot() {
  current = null;
}

import { BrokenBoot, completeConfig, type SiteConfig } from './config';

type Boot = {
  appKey: string;
  subdomain: string;
  siteConfig: SiteConfig;
  /** The time stamp is ISO 8601, blank where the shell has none: compiled in, it would give each build's code other names. */
  build: { version: string; timeStamp: string };
  environment: Environment;
  /** Whether phones are told that this is a development build. */
  developmentGate: boolean;
  maps: Maps;
  /** Whether an operator has to release the site before it sells, redeems and bills. */
  held: boolean;
  /** The provider's console stands on no site: it has this, and the platform says itself what a site would. */
  console?: { environments: Environment[] };
};

/** A group of sites, each with staff of its own. */
export type Environment = { name: string; production: boolean };

/** What maps may be drawn on: the address of a style, and the keys of vendors. Without any they have a plain ground. */
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

/** What the HTML shell says about this site; read once. Throws `BrokenBoot` where it says nothing that can be used. */
export function boot(): Boot {
  if (current) return current;
  const raw = readElement() as Partial<Boot>;
  current = {
    appKey: word(raw.appKey, 'appKey'),
    subdomain: word(raw.subdomain, 'subdomain'),
    siteConfig: completeConfig(raw.siteConfig),
    build: raw.build ?? { version: __SUDS_VERSION__, timeStamp: '' },
    // Whatever is not known to be a place for tests is none.
    environment: raw.environment ?? { name: 'prod', production: true },
    developmentGate: raw.developmentGate ?? false,
    maps: { style: null, google: null, apple: null, ...raw.maps },
    held: raw.held ?? false,
    ...(raw.console && { console: raw.console }),
  };
  return current;
}

export function site(): SiteConfig {
  return boot().siteConfig;
}

/** For tests, each of which may stand on another site. */
export function resetBoot() {
  current = null;
}

import { completeConfig, type SiteConfig } from './config';

type Boot = {
  appKey: string;
  subdomain: string;
  siteConfig: SiteConfig;
  build: { version: string; timeStamp: string };
  environment: { name: string; production: boolean };
  /** Whether phones are told that this is a development build. */
  developmentGate: boolean;
};

let current: Boot | null = null;

function readElement(): Partial<Boot> {
  const text = document.getElementById('suds-boot')?.textContent;
  return text ? (JSON.parse(text) as Partial<Boot>) : {};
}

/** What the HTML shell says about this site; read once. */
export function boot(): Boot {
  if (current) return current;
  const raw = readElement();
  current = {
    appKey: raw.appKey ?? '',
    subdomain: raw.subdomain ?? location.hostname,
    siteConfig: completeConfig(raw.siteConfig ?? {}),
    build: raw.build ?? { version: __SUDS_VERSION__, timeStamp: __SUDS_BUILT_AT__ },
    environment: raw.environment ?? { name: 'prod', production: true },
    developmentGate: raw.developmentGate ?? false,
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

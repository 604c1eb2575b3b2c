const of = <const T extends readonly unknown[]>(...rest: T) => ['console', ...rest] as const;

/** Query keys of staff data. Cleared when another person logs in. */
export const consoleKeys = {
  me: () => of('me'),
  secondFactors: () => of('second-factors'),
  sessions: () => of('sessions'),
  staff: () => of('staff'),
  /** Accounts of a search; without arguments, all lists. */
  accounts: (...asked: [words: string] | []) => of('accounts', ...asked),
  account: (id: string) => of('account', id),
  grants: (account: string) => of('grants', account),
  /** Page of sites; without arguments, all pages. */
  sites: (...asked: [object] | []) => of('sites', ...asked),
  site: (id: string) => of('site', id),
  siteHold: (id: string) => of('site', id, 'hold'),
  shop: (site: string) => of('site', site, 'shop'),
  owners: (site: string) => of('site', site, 'owners'),
  passkeys: (site: string) => of('site', site, 'passkeys'),
  templates: () => of('templates'),
  countries: () => of('countries'),
  clock: () => of('clock'),
  environments: () => of('environments'),
  schemaVersions: () => of('schema-versions'),
  builds: () => of('builds'),
  /** Page of rollouts; without arguments, all pages. */
  rollouts: (...asked: [object] | []) => of('rollouts', ...asked),
  rollout: (id: string) => of('rollout', id),
  rolloutSites: (id: string, ...asked: [object] | []) => of('rollout', id, 'sites', ...asked),
  /** Page of the audit log; without arguments, all pages. */
  audit: (...asked: [object] | []) => of('audit', ...asked),
};

import type { Kind } from './kinds';

/** Entries of the form for a new site. */
export type NewSiteValues = {
  accountId: string;
  companyName: string;
  subdomain: string;
  isRefused: boolean;
  country: string;
  timeZone: string;
  currency: string;
  template: Kind;
  ownerEmail: string;
};

/** Values of a new site for the server, without its account. */
export function factsOf({ companyName, subdomain, country, timeZone, currency }: NewSiteValues) {
  return { companyName, subdomain, country, timeZone, currency };
}

import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { callApi } from './api';
import { origin } from './environment';
import { mailedLink } from './mail';
import { type Person, stranger } from './people';

export type Tokens = { accessToken: string; refreshToken: string };

/** Confirms an account's address with the emailed link, without a page. */
export async function confirm(site: string, email: string) {
  const query = new URL(await mailedLink(email, 'confirmEmail')).searchParams;
  await callApi(site, '/users/emails/confirm', { email: query.get('email'), token: query.get('token') });
}

export type Known = {
  confirmed?: boolean;
  email?: string;
  wantsNews?: boolean;
  /** Washes in the cart, one of each, by name. */
  cart?: string[];
};

/** Signs up a customer without the form. */
export async function newCustomer(site: string, known: Known = {}): Promise<Person> {
  const { confirmed = true, email, wantsNews = false } = known;
  const person = { ...stranger(site), ...(email && { email }) };
  await callApi(site, '/users', { ...person, optInToMarketing: wantsNews });
  if (confirmed) await confirm(site, person.email);
  return person;
}

export function logIn(
  site: string,
  { email, password }: { email: string; password: string },
): Promise<Tokens> {
  return callApi<Tokens>(site, '/users/login', { email, password });
}

/** Lets the pages of a site start out as after an earlier visit. */
async function startWith(page: Page, site: string, stored: Record<string, unknown>) {
  const entries = Object.entries(stored).map(([key, value]) => [`suds:${key}`, JSON.stringify(value)]);
  await page.addInitScript(
    ([home, kept]) => {
      // Once only: a page that logs out stays logged out.
      if (location.origin !== home || sessionStorage.getItem('suds-test:entered')) return;
      sessionStorage.setItem('suds-test:entered', '1');
      for (const [key, value] of kept) localStorage.setItem(key ?? '', value ?? '');
    },
    [origin(site), entries] as const,
  );
}

async function cartWith(site: string, names: string[]) {
  const washes = await callApi<{ name: string }[]>(site, '/products/washes');
  const lines = names.map((name) => {
    const product = washes.find((wash) => wash.name === name);
    if (!product) throw new Error(`no ${name} at ${site}`);
    return { id: randomUUID(), product, quantity: 1 };
  });
  return { site, key: randomUUID(), lines };
}

/** Enters as a logged-in customer, with washes in the cart. */
export async function enterAs(
  page: Page,
  site: string,
  person: { email: string; password: string },
  cart: string[] = [],
) {
  const session = await logIn(site, person);
  await startWith(page, site, { session, ...(cart.length > 0 && { cart: await cartWith(site, cart) }) });
}

/** As after 'Continue as Guest'. */
export function enterAsGuest(page: Page, site: string) {
  return startWith(page, site, { session: { guest: true } });
}

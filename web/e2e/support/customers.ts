import type { Page } from '@playwright/test';
import { callApi } from './api';
import { origin } from './environment';
import { mailedLink } from './mail';
import { type Person, stranger } from './people';

export type Tokens = { accessToken: string; refreshToken: string };

const postalCodes: Record<string, string> = { tidal: 'V6H 3S1', foamco: 'H2T 1S6', northstar: 'LS1 4DT' };

function entries(site: string, person: Person) {
  const { firstName, lastName, email, password, phone } = person;
  return {
    ...{ firstName, lastName, email, password, cellPhoneNumber: phone },
    ...{ birthdayMonth: 2, birthdayDay: 29, zipPostalCode: postalCodes[site] ?? '85004' },
    optInToMarketing: false,
  };
}

/** Confirms the address of an account by the mailed link, without a page. */
export async function confirm(site: string, email: string) {
  const query = new URL(await mailedLink(email, 'confirmEmail')).searchParams;
  await callApi(site, '/users/emails/confirm', { email: query.get('email'), token: query.get('token') });
}

export type Known = { confirmed?: boolean; email?: string };

/** Signs somebody up past the form. */
export async function newCustomer(site: string, known: Known = {}): Promise<Person> {
  const { confirmed = true, email } = known;
  const person = { ...stranger(), ...(email && { email }) };
  await callApi(site, '/users', entries(site, person));
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
async function startWith(page: Page, site: string, session: Tokens | { guest: true }) {
  await page.addInitScript(
    ([home, stored]) => {
      // Once only: a page that logs out stays logged out.
      if (location.origin !== home || sessionStorage.getItem('suds-test:entered')) return;
      sessionStorage.setItem('suds-test:entered', '1');
      localStorage.setItem('suds:session', stored ?? '');
    },
    [origin(site), JSON.stringify(session)],
  );
}

/** As after a log-in. */
export async function enterAs(page: Page, site: string, person: { email: string; password: string }) {
  await startWith(page, site, await logIn(site, person));
}

/** As after 'Continue as Guest'. */
export function enterAsGuest(page: Page, site: string) {
  return startWith(page, site, { guest: true });
}

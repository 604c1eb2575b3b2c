import { test as base, type Page } from '@playwright/test';
import { enterAs, type Known, newCustomer } from './customers';
import { origin } from './environment';
import type { Person } from './people';

type Fixtures = {
  /** Opens a path of a site in the shell of the project: the app on a phone, the web shop on a desktop. */
  visit: (site: string, path?: string) => Promise<void>;
  /** A new customer of a site whom the page is logged in as; the next visit shows it. */
  customerOf: (site: string, known?: Known) => Promise<Person>;
  phone: boolean;
  tellOnFailure: undefined;
};

/**
 * A moment after a dialog has closed, its entry is taken off the history. A test that goes elsewhere faster than a person
 * would cut that off; what stays open keeps its entry, and is not waited for.
 */
async function entriesTakenAway(page: Page) {
  const gone = page.waitForFunction(() => !history.state?.layer, undefined, { timeout: 500 });
  await gone.catch(() => undefined);
}

export const test = base.extend<Fixtures>({
  page: async ({ page }, use) => {
    const goto = page.goto.bind(page);
    page.goto = async (...to) => {
      await entriesTakenAway(page);
      return goto(...to);
    };
    await use(page);
  },
  // biome-ignore lint/correctness/noEmptyPattern: the fixture needs no other
  phone: async ({}, use, info) => use(info.project.name === 'phone'),
  visit: async ({ page, phone }, use) => {
    // Bubbles and slides would move under the pointer.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await use(async (site, path = '/') => {
      await page.goto(`${origin(site)}${path}${phone ? '#mobile' : ''}`);
    });
  },
  customerOf: async ({ page }, use) => {
    await use(async (site, known) => {
      const person = await newCustomer(site, known);
      await enterAs(page, site, person);
      return person;
    });
  },
  // Where no files are kept, the output is all that is left of a failure.
  tellOnFailure: [
    async ({ page }, use, info) => {
      await use(undefined);
      if (info.status === info.expectedStatus) return;
      const seen = await page
        .locator('body')
        .ariaSnapshot({ timeout: 5000 })
        .catch((error: unknown) => String(error));
      process.stdout.write(`\n${info.titlePath.join(' › ')}\nat ${page.url()}\n${seen}\n\n`);
    },
    { auto: true },
  ],
});

export { expect } from '@playwright/test';

import { type Browser, test as base, type Page } from '@playwright/test';
import { enterAs, type Known, newCustomer } from './customers';
import { origin } from './environment';
import type { Person } from './people';
import { app, type Shell, webShop } from './shells';

type Fixtures = {
  /** The app on a phone, the web shop on a desktop. */
  shell: Shell;
  /** Opens a path of a site in the shell of the project. */
  visit: (site: string, path?: string) => Promise<void>;
  /** Logs the page in as a new customer of a site. The next visit shows it. */
  customerOf: (site: string, known?: Known) => Promise<Person>;
  visitorsLeave: undefined;
  tellOnFailure: undefined;
};

/**
 * Maximum milliseconds for the history entry of a closed layer to disappear; open layers keep their entry.
 */
const moment = 500;

/**
 * A moment after a dialog has closed, its entry is taken off the history. A test that goes elsewhere faster than a person
 * would cut that off.
 */
function entriesTakenAway(page: Page) {
  return page.evaluate(async (patience) => {
    const end = performance.now() + patience;
    while (history.state?.layer && performance.now() < end) await new Promise((soon) => setTimeout(soon, 20));
  }, moment);
}

/** Makes each move of a page wait for the one before it. */
function patient(page: Page) {
  const goto = page.goto.bind(page);
  page.goto = async (...to) => {
    await entriesTakenAway(page);
    return goto(...to);
  };
  // Goes to a specific entry, because an entry being removed would count as a second step.
  const goBack = page.goBack.bind(page);
  page.goBack = async (...how) => {
    await entriesTakenAway(page);
    return goBack(...how);
  };
  // A move back that is in progress cancels a reload.
  const reload = page.reload.bind(page);
  page.reload = async (...how) => {
    await entriesTakenAway(page);
    return reload(...how);
  };
}

export const test = base.extend<Fixtures, { browser: Browser }>({
  browser: [
    async ({ browser }, use) => {
      const newContext = browser.newContext.bind(browser);
      browser.newContext = async (...options) => {
        const context = await newContext(...options);
        context.on('page', patient);
        return context;
      };
      await use(browser);
    },
    { scope: 'worker' },
  ],
  // Open pages of other visitors would send requests during the next tests.
  visitorsLeave: [
    async ({ browser }, use) => {
      await use(undefined);
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: the fixture needs no other
  shell: async ({}, use, info) => use(info.project.name === 'phone' ? app : webShop),
  visit: async ({ page, shell }, use) => {
    await use(async (site, path = '/') => {
      await page.goto(`${origin(site)}${path}${shell.mark}`);
    });
  },
  customerOf: async ({ page }, use) => {
    await use(async (site, known) => {
      const person = await newCustomer(site, known);
      await enterAs(page, site, person, known?.cart);
      return person;
    });
  },
  // Without stored files, the output is the only information about a failure.
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

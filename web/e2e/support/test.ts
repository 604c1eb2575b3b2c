import { test as base } from '@playwright/test';
import { origin } from './environment';

type Fixtures = {
  /** Opens a path of a site in the shell of the project: the app on a phone, the web shop on a desktop. */
  visit: (site: string, path?: string) => Promise<void>;
  phone: boolean;
};

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: the fixture needs no other
  phone: async ({}, use, info) => use(info.project.name === 'phone'),
  visit: async ({ page, phone }, use) => {
    // Bubbles and slides would move under the pointer.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await use(async (site, path = '/') => {
      await page.goto(`${origin(site)}${path}${phone ? '#mobile' : ''}`);
    });
  },
});

export { expect } from '@playwright/test';

import { expect, type Locator, type Page } from '@playwright/test';

/** 'Back' closes what lies over the page, and the page stays where it was. */
export async function expectBackCloses(page: Page, what: Locator) {
  await expect(what).toBeVisible();
  const before = page.url();
  await page.goBack();
  await expect(what).toHaveCount(0);
  expect(page.url()).toBe(before);
}

/**
 * Reloads once what has closed is out of the history: a move back that is under way calls a reload off. After a frame, whose moves
 * are entries too, one may be left over.
 */
export async function reloadAtRest(page: Page) {
  await page.waitForFunction(() => !history.state?.layer, null, { timeout: 2000 }).catch(() => null);
  await page.reload();
}

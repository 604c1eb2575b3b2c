import { expect, type Locator, type Page } from '@playwright/test';

/** 'Back' closes an overlay without leaving the page. */
export async function expectBackCloses(page: Page, what: Locator) {
  await expect(what).toBeVisible();
  const before = page.url();
  await page.goBack();
  await expect(what).toHaveCount(0);
  expect(page.url()).toBe(before);
}

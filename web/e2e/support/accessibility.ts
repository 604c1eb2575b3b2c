import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** No violation, and nothing wider than the window. */
export async function expectAccessible(page: Page, where: string) {
  // Colours on their way between two states belong to neither.
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((motion) => motion.finished.catch(() => null))),
  );
  // Scrolled, a field may lie half under a bar that stays.
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze();
  const found = violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map((node) => `${node.target} ${node.failureSummary ?? ''}`).join('; ')}`,
  );
  expect(found, `axe at ${where}`).toEqual([]);
  const beyond = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(beyond, `sideways scrolling at ${where}`).toBeLessThanOrEqual(0);
}

/** Until the page has what it asked for: no skeleton, no missing font, no picture on its way. */
export async function settled(page: Page) {
  await expect(page.locator('h1')).toBeAttached();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
}

/** Chooses a scheme as another tab would, so that one visit shows both. */
async function choose(page: Page, scheme: 'light' | 'dark') {
  await page.evaluate((wanted) => {
    const change = { key: 'suds:scheme', newValue: JSON.stringify(wanted) };
    localStorage.setItem(change.key, change.newValue);
    dispatchEvent(new StorageEvent('storage', change));
  }, scheme);
  await expect(page.locator(`html[data-${scheme}]`)).toBeAttached();
}

export async function expectAccessibleInBothSchemes(page: Page, where: string) {
  await settled(page);
  for (const scheme of ['light', 'dark'] as const) {
    await choose(page, scheme);
    await expectAccessible(page, `${where} (${scheme})`);
  }
}

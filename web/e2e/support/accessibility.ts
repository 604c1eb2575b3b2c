import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { repository } from './environment';

/** Less than half the size of `axe.source`. Each document loads it again. */
const source = readFileSync(join(repository, 'web/node_modules/axe-core/axe.min.js'), 'utf8');

/** All rules, or only those that depend on colors. */
const rules = {
  all: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  colours: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
} satisfies Record<string, axe.RunOnly>;

type Rules = keyof typeof rules;

async function violations(page: Page, runOnly: axe.RunOnly): Promise<string[]> {
  const ready = await page.evaluate(() => 'axe' in window);
  if (!ready) await page.evaluate(source);
  return page.evaluate(
    async (options) => {
      const { axe: loaded } = window as unknown as { axe: typeof axe };
      // The rows of a table are alike, and a report of a year has hundreds.
      const found = await loaded.run({ exclude: ['tbody tr:nth-child(n + 31)'] }, options);
      return found.violations.map(
        ({ id, nodes }) =>
          `${id}: ${nodes.map((node) => `${node.target} ${node.failureSummary ?? ''}`).join('; ')}`,
      );
    },
    { runOnly, resultTypes: ['violations'] } satisfies axe.RunOptions,
  );
}

/** Colors during a transition belong to neither state, and one transition can start another. */
export async function atRest(page: Page) {
  await page.evaluate(async () => {
    const running = () =>
      document
        .getAnimations()
        .filter(
          ({ playState, effect }) =>
            playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
        );
    const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
    // A browser that draws nothing for a while neither ends a motion nor asks for the next frame.
    const longest = performance.now() + 10_000;
    for (let motions = running(); motions.length > 0 && performance.now() < longest; motions = running()) {
      await Promise.race([Promise.allSettled(motions.map((motion) => motion.finished)), pause(1000)]);
      await Promise.race([new Promise(requestAnimationFrame), pause(100)]);
    }
  });
}

/** No violation, and nothing wider than the window. */
export async function expectAccessible(page: Page, where: string, which: Rules = 'all') {
  await atRest(page);
  // Scrolled fields can be partly covered by sticky bars.
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  const found = await violations(page, rules[which]);
  if (found.length > 0) {
    // An answer may have come and set off a motion while it was looked at: what counts is what stays.
    await atRest(page);
    expect(await violations(page, rules[which]), `axe at ${where}`).toEqual([]);
  }
  const beyond = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(beyond, `sideways scrolling at ${where}`).toBeLessThanOrEqual(0);
}

/** Waits until a page has loaded: no skeletons, fonts or images are pending. */
export async function settled(page: Page) {
  await expect(page.locator('h1')).toBeAttached();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

/** Chooses a scheme as another tab would, so that one visit shows both. */
export async function choose(page: Page, scheme: 'light' | 'dark') {
  await page.evaluate((wanted) => {
    const change = { key: 'suds:scheme', newValue: JSON.stringify(wanted) };
    localStorage.setItem(change.key, change.newValue);
    dispatchEvent(new StorageEvent('storage', change));
  }, scheme);
  await expect(page.locator(`html[data-${scheme}]`)).toBeAttached();
}

/** Themes differ only in colors, so only these are checked in the second one. */
export async function expectAccessibleInBothSchemes(page: Page, where: string) {
  await settled(page);
  await choose(page, 'light');
  await expectAccessible(page, `${where} (light)`);
  await choose(page, 'dark');
  await expectAccessible(page, `${where} (dark)`, 'colours');
}

import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { origin, repository } from './support/environment';
import { createSite } from './support/sites';
import { expect, test } from './support/test';

type Merchant = { siteConfig: { companyName: string; carousel: { headline: string; image: string }[] } };

const merchantOf = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'site.json'), 'utf8')) as Merchant;

/** Positions of the first view: logo, its image, headline, and the image behind or above it. */
async function places(page: Page, site: string, hero: string) {
  const { companyName, carousel } = merchantOf(join(repository, 'tenants', site)).siteConfig;
  const seen = {
    sign: page.locator('header img').first(),
    name: page.locator('header').getByText(companyName, { exact: true }).first(),
    headline: page
      .locator('h1:visible, h2:visible')
      .filter({ hasText: carousel[0]?.headline ?? '' })
      .first(),
    hero: page.locator(hero).first(),
  };
  const boxes = Object.entries(seen).map(async ([what, part]) => {
    await part.waitFor();
    const box = await part.boundingBox();
    const place = [box?.x, box?.y, box?.width, box?.height].map((side) => Math.round(side ?? -1));
    return [what, place] as const;
  });
  return Object.fromEntries(await Promise.all(boxes));
}

const hero = 'main img[fetchpriority=high]';

for (const site of ['sparkle', 'bluewave', 'tidal', 'foamco']) {
  test(`${site}: the page matches the layout of its shell`, async ({ page, visit }) => {
    const scripts = /\.js$/;
    await page.route(scripts, (route) => route.abort());
    await visit(site);
    await page.evaluate(() => document.fonts.ready);
    const before = await places(page, site, hero);
    await page.unroute(scripts);
    await page.goto('about:blank');
    await visit(site);
    await expect(page.locator('#shell')).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    expect(await places(page, site, hero)).toEqual(before);
  });
}

test('the layout doesn’t shift', async ({ page, visit }) => {
  await page.addInitScript(() => {
    const told = window as unknown as { shifted: number };
    told.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
        told.shifted += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const site of ['sparkle', 'bluewave']) {
    await visit(site);
    await expect(page.locator('#shell')).toBeVisible();
    await page.waitForLoadState('networkidle');
    const shifted = await page.evaluate(() => (window as unknown as { shifted: number }).shifted);
    expect(shifted, site).toBeLessThanOrEqual(0.02);
  }
});

/** Site like Sparkle's, with a photo of this size as the first image instead of a drawing. */
async function siteWithPhotograph(page: Page, subdomain: string, width: number, height: number) {
  const folder = mkdtempSync(join(tmpdir(), 'suds-photograph-'));
  cpSync(join(repository, 'tenants/sparkle'), folder, { recursive: true });
  await page.setViewportSize({ width, height });
  await page.setContent(`<img src="data:image/svg+xml;base64,${readFileSync(join(folder, 'images/hero.svg'), 'base64')}"
    style="position: fixed; inset: 0; width: 100%; height: 100%; object-fit: cover">`);
  await page.waitForLoadState('load');
  writeFileSync(join(folder, 'images/hero.jpg'), await page.screenshot({ type: 'jpeg', quality: 90 }));
  const config = readFileSync(join(folder, 'site.json'), 'utf8');
  writeFileSync(join(folder, 'site.json'), config.replaceAll('images/hero.svg', 'images/hero.jpg'));
  createSite(subdomain, 'demo', folder);
}

test('a photo is loaded once, in the displayed width', async ({ page }, info) => {
  const { width, height } = info.project.use.viewport ?? { width: 0, height: 0 };
  const subdomain = `photo-${info.project.name}-${info.workerIndex}`;
  await siteWithPhotograph(page, subdomain, 1600, 800);
  await page.setViewportSize({ width, height });
  const fetched: string[] = [];
  page.on('request', (request) => {
    if (/-1600x800/.test(request.url())) fetched.push(new URL(request.url()).pathname);
  });
  await page.goto(`${origin(subdomain)}/`);
  await expect(page.locator('#shell')).toBeVisible();
  const picture = page.locator(hero).first();
  await expect(picture).toHaveJSProperty('complete', true);
  const shown = await picture.evaluate((image: HTMLImageElement) => new URL(image.currentSrc).pathname);
  expect(shown).toMatch(info.project.name === 'phone' ? /-1600x800-960\.webp$/ : /-1600x800-1280\.webp$/);
  expect([...new Set(fetched)]).toEqual([shown]);
  const sizes = await picture.evaluate((image: HTMLImageElement) => [
    image.naturalWidth,
    image.width,
    image.height,
  ]);
  expect(sizes.every((side) => side > 0)).toBe(true);
  // Each that is named is there.
  const named = (await picture.getAttribute('srcset')) ?? '';
  const found = await page.evaluate(
    (paths) => Promise.all(paths.map(async (path) => (await fetch(path)).headers.get('content-type'))),
    named.split(', ').map((candidate) => candidate.split(' ')[0] ?? ''),
  );
  expect(found).toEqual(Array(5).fill('image/webp'));
});

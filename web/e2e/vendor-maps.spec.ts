import type { Page } from '@playwright/test';
import { dataDir, port } from './support/environment';
import { startDemo } from './support/server';
import { expect, test } from './support/test';
import { appleMaps, googleMaps } from './support/vendor-maps';

const maps = { google: 'g-1', apple: 'a-1', style: 'https://tiles.example.com/plain.json' };
const background = { id: 'ground', type: 'background', paint: { 'background-color': '#9bc' } };
const keyed = { port: port + 7, dataDir: `${dataDir}-maps`, captcha: 'none', maps } as const;
const googleScript = 'https://maps.googleapis.com/**';
const appleScript = 'https://cdn.apple-mapkit.com/**';
const iPad =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15';
const android = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';
let stop: () => Promise<void>;

// They share a server.
test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  stop = await startDemo(keyed);
});
test.afterAll(() => stop());

const map = (page: Page) => page.getByRole('region', { name: 'Map' });
const visit = (page: Page) => page.goto(`http://sparkle.localhost:${keyed.port}/locations`);
const zoom = async (page: Page, vendor: string) =>
  Number(await page.locator(`[data-${vendor}]`).getAttribute(`data-${vendor}`));

test.describe('on non-Apple devices', () => {
  test.use({ userAgent: android });

  test('Google Maps follows the page’s view and colors', async ({ page }) => {
    const asked: URL[] = [];
    await page.route(googleScript, (route) => {
      asked.push(new URL(route.request().url()));
      return route.fulfill(googleMaps);
    });
    await visit(page);
    const streets = page.locator('[data-google]');
    await expect(streets).toBeVisible();
    await expect(streets).toHaveCSS('background-color', 'rgb(180, 210, 230)');
    expect(asked.map(({ searchParams }) => searchParams.get('key'))).toEqual(['g-1']);

    const before = await zoom(page, 'google');
    await map(page).getByRole('button', { name: 'Zoom in' }).click();
    await expect.poll(() => zoom(page, 'google')).toBeCloseTo(before + 1, 1);
    // Markers and buttons of the page follow interactions with the provider's map.
    await streets.click({ position: { x: 5, y: 5 } });
    await map(page).getByRole('button', { name: 'Zoom in' }).click();
    await expect.poll(() => zoom(page, 'google')).toBeCloseTo(6, 1);

    await page.getByRole('button', { name: 'Dark theme' }).click();
    await expect(streets).toHaveCSS('background-color', 'rgb(20, 40, 60)');
    expect(asked).toHaveLength(1);
  });

  test('the map style is used if Google fails', async ({ page }) => {
    await page.route(googleScript, (route) => route.abort());
    await page.route(maps.style, (route) =>
      route.fulfill({
        headers: { 'access-control-allow-origin': '*' },
        json: { version: 8, sources: {}, layers: [background] },
      }),
    );
    await visit(page);
    const streets = page.locator('canvas.maplibregl-canvas');
    await expect(streets).toBeVisible();
    const marker = map(page).getByRole('list', { name: 'Locations' }).getByRole('button').first();
    const before = await marker.boundingBox();
    await streets.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => (await marker.boundingBox())?.x).toBeLessThan(before?.x ?? 0);
  });

  test('the plain background stays if all fail', async ({ page }) => {
    let tried = 0;
    await page.route(googleScript, (route) => {
      tried += 1;
      return route.abort();
    });
    await page.route(maps.style, (route) => route.abort());
    await visit(page);
    await expect(map(page).getByText("Couldn't load the map.")).toBeVisible();
    expect(tried).toBe(4);
    await expect(
      map(page).getByRole('list', { name: 'Locations' }).getByRole('button').first(),
    ).toBeVisible();
    await expect(page.locator('[data-google]')).toHaveCount(0);
  });
});

test.describe('on Apple devices', () => {
  test.use({ userAgent: iPad });

  test('Apple Maps is used', async ({ page }) => {
    await page.route(appleScript, (route) => route.fulfill(appleMaps));
    await visit(page);
    await expect(page.locator('[data-apple]')).toBeVisible();
    const before = await zoom(page, 'apple');
    await map(page).getByRole('button', { name: 'Zoom out' }).click();
    await expect.poll(() => zoom(page, 'apple')).toBeCloseTo(before - 1, 1);
  });

  test('Google Maps is used if Apple fails', async ({ page }) => {
    await page.route(appleScript, (route) => route.abort());
    await page.route(googleScript, (route) => route.fulfill(googleMaps));
    await visit(page);
    await expect(page.locator('[data-google]')).toBeVisible();
    await expect(page.locator('[data-apple]')).toHaveCount(0);
  });
});

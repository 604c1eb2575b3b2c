import type { Page } from '@playwright/test';
import { loseConnection } from './pages/connection';
import { Dialog } from './pages/dialog';
import { Kiosk } from './pages/kiosk';
import { builtVersion, discard, release, suds } from './support/builds';
import { dataDir, port } from './support/environment';
import { startDemo } from './support/server';
import { app } from './support/shells';
import { expect, test } from './support/test';

// Separate server whose sites move to other builds.
const own = { port: port + 5, dataDir: `${dataDir}-update`, captcha: 'none' as const };
const at = (path: string) => `http://sparkle.localhost:${own.port}${path}`;
const next = (step: number) => `${builtVersion}.${step}`;
let stop: () => Promise<void>;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  stop = await startDemo(own);
});
test.afterAll(() => stop());

/** Of the build that the page was loaded from; none while it is on its way. */
const versionOf = (page: Page) =>
  page
    .evaluate(() => document.querySelector('script[type=module]')?.outerHTML ?? '')
    .then((script) => /\/v\/([\d.]+)\//.exec(script)?.[1])
    .catch(() => undefined);

/** Builds with cached files for offline use. */
const keptVersions = (page: Page) =>
  page.evaluate(async () => {
    const kept = await Promise.all(
      (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
    );
    const versions = kept.flat().map(({ url }) => /\/v\/([\d.]+)\//.exec(url)?.[1]);
    return [...new Set(versions)].filter((version) => version !== undefined);
  });

/** Whether the page opens without a connection. */
const shellKept = (page: Page, version: string) =>
  page.evaluate(
    async (cacheName) => (await caches.match('/', { cacheName })) !== undefined,
    `suds-cache-shell-${version}`,
  );

const notice = (page: Page) => page.getByText('A new version is available.');

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('another build is offered and installed with its cache', async ({ page, context }) => {
    await page.goto(at('/Support#mobile'));
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
    expect(await versionOf(page)).toBe(builtVersion);
    expect(await keptVersions(page)).toEqual([builtVersion]);

    release(own.dataDir, next(1));
    await loseConnection(page, context);
    await context.setOffline(false);
    await expect(notice(page)).toBeVisible();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect(notice(page)).toHaveCount(0);
    await app.leave(page);
    await expect(page.getByRole('heading', { name: 'Privacy', level: 1 })).toBeVisible();
    expect(await versionOf(page)).toBe(builtVersion);

    // Dismissing one version doesn't dismiss the next.
    release(own.dataDir, next(2));
    await loseConnection(page, context);
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Update' }).click();
    await expect.poll(() => versionOf(page)).toBe(next(2));
    await expect(page.getByRole('heading', { name: 'Privacy', level: 1 })).toBeVisible();
    await expect(notice(page)).toHaveCount(0);
    await expect.poll(() => keptVersions(page)).toEqual([next(2)]);
    await expect.poll(() => shellKept(page, next(2))).toBe(true);

    await context.setOffline(true);
    await new Dialog(page, 'Connection Error').press('Close');
    await page.reload();
    await new Dialog(page, 'Connection Error').press('Close');
    await expect(page.getByRole('heading', { name: 'Privacy', level: 1 })).toBeVisible();
    expect(await versionOf(page)).toBe(next(2));
  });

  test('an idle kiosk updates automatically', async ({ page }) => {
    await page.clock.install();
    await page.goto(at('/kiosk'));
    const kiosk = new Kiosk(page);
    await kiosk.expectScreen('Pair kiosk');
    const wanted = ['--site', 'sparkle', '--location', '1', '--label', 'Lane 9'];
    const { pairingCode } = suds<{ pairingCode: string }>(own.dataDir, 'terminal', 'pair', ...wanted);
    await page.keyboard.type(pairingCode);
    await kiosk.expectScreen('Scan your code');

    release(own.dataDir, next(3));
    const heard = page.waitForResponse('**/system/app-version');
    await page.clock.fastForward('01:00:00');
    await heard;
    expect(await versionOf(page)).not.toBe(next(3));
    await expect
      .poll(async () => {
        await page.clock.fastForward('01:00');
        return versionOf(page);
      })
      .toBe(next(3));
    await kiosk.expectScreen('Scan your code');
    await expect(page.getByText('Lane 9')).toBeVisible();
  });
});

test('a page whose build was removed reloads once with the current one', async ({ page }) => {
  release(own.dataDir, next(4));
  await page.goto(at('/Support#mobile'));
  expect(await versionOf(page)).toBe(next(4));
  release(own.dataDir, next(5));
  discard(own.dataDir, next(4));
  let starts = 0;
  page.on('load', () => {
    starts += 1;
  });
  await app.leave(page);
  await expect(page.getByRole('heading', { name: 'Privacy', level: 1 })).toBeVisible();
  expect(await versionOf(page)).toBe(next(5));
  expect(starts).toBe(1);
});

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { choose, expectAccessible } from './support/accessibility';
import { callServer } from './support/call-server';
import { dataDir, port, repository } from './support/environment';
import { stop, untilReady } from './support/process';
import { expect, test } from './support/test';

const outer = port + 40;
const component = join(repository, 'web/src/surfaces/shopper/desktop/account-link.tsx');
const source = readFileSync(component, 'utf8');

/** The command that `scripts/dev` ends in. */
function startDevServer(folder: string, port = outer): ChildProcess {
  const args = ['--no-install', 'vite', '--host', '127.0.0.1', '--port', `${port}`, '--strictPort'];
  const env = { ...process.env, SUDS_DATA_DIR: folder, SUDS_PASSWORD_HASH: 'fast' };
  return spawn('npx', args, { cwd: join(repository, 'web'), stdio: 'ignore', env, detached: true });
}

// One server for all of them.
test.describe.configure({ mode: 'default' });

let server: ChildProcess;

test.beforeAll(async () => {
  const folder = `${dataDir}-dev`;
  rmSync(folder, { recursive: true, force: true });
  server = startDevServer(folder);
  const isReady = async () => (await callServer('localhost', '/readyz', { port: outer })).status === 200;
  expect(await untilReady(server, isReady)).toBe(true);
});

test.afterAll(async () => {
  // npx starts a process group with Vite and the demo.
  if (server.pid) process.kill(-server.pid, 'SIGTERM');
  await stop(server, 'SIGTERM');
});

test('scripts/dev: edits appear without a reload', { tag: '@desktop' }, async ({ page }) => {
  try {
    await page.goto(`http://sparkle.localhost:${outer}/`);
    const link = page.getByRole('banner').getByRole('link', { name: 'Log In', exact: true });
    await expect(link).toBeVisible();
    await page.evaluate(() => Object.assign(window, { kept: true }));
    writeFileSync(component, source.replace("i18n._('Log In')", "'Log In Here'"));
    await expect(page.getByRole('banner').getByRole('link', { name: 'Log In Here' })).toBeVisible();
    expect(await page.evaluate(() => 'kept' in window)).toBe(true);
  } finally {
    writeFileSync(component, source);
  }
});

test('scripts/dev: captured emails are listed at the base host', { tag: '@desktop' }, async ({ page }) => {
  await page.goto(`http://localhost:${outer}/mail`);
  await expect(page.getByRole('heading', { name: 'Captured emails' })).toBeVisible();
});

test.describe('service workers', () => {
  test.use({ serviceWorkers: 'allow' });

  test('scripts/dev: the service worker of a build unregisters itself', { tag: '@desktop' }, async ({
    page,
  }) => {
    await page.goto(`http://sparkle.localhost:${outer}/`);
    await page.evaluate(async () => void (await navigator.serviceWorker.register('/service-worker.js')));
    const count = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
    await expect.poll(count).toBe(0);
  });
});

test('scripts/dev exits when the demo is rejected', { tag: '@desktop' }, async () => {
  const folder = `${dataDir}-dev-refused`;
  rmSync(folder, { recursive: true, force: true });
  // No demo created this directory.
  mkdirSync(folder, { mode: 0o700 });
  writeFileSync(join(folder, 'control.sqlite'), '');
  const refused = startDevServer(folder, outer + 2);
  const code = await new Promise((resolve) => refused.once('exit', resolve));
  expect(code).toBe(1);
});

for (const surface of ['shopper', 'merchant']) {
  test(`components of the ${surface} are accessible in every state`, { tag: '@desktop' }, async ({
    page,
  }) => {
    await page.goto(`http://sparkle.localhost:${outer}/dev/kit?surface=${surface}`);
    await expect(page.getByRole('region', { name: 'Buttons', exact: true })).toBeVisible();
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    await choose(page, 'light');
    await expectAccessible(page, `/dev/kit, ${surface} (light)`);
    // The page below was checked already, and checking all of it again takes seconds.
    await page.addStyleTag({ content: 'body:has(> .MuiDialog-root) #root { display: none }' });
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
    for (const show of await page.locator('[data-dialog]').all()) {
      await show.click();
      await expect(dialog).toBeVisible();
      await expectAccessible(page, `${await dialog.getByRole('heading').textContent()}, ${surface}`);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    }
    await choose(page, 'dark');
    await expectAccessible(page, `/dev/kit, ${surface} (dark)`, 'colours');
    await page.setViewportSize({ width: 320, height: 800 });
    await expectAccessible(page, `/dev/kit, ${surface} (320 px)`);
    for (const show of await page.locator('[data-dialog]').all()) {
      await show.click();
      await expect(dialog).toBeVisible();
      expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    }
  });
}

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { atRest, settled } from '../support/accessibility';
import { repository } from '../support/environment';

/** WebP quality from 0 to 100, for viewing on screen. */
const quality = 55;

/** Maximum milliseconds for data that loads after a page. */
const patience = 5_000;

/** Waits for data that loads after the page. Live updates of a rollout never end. */
export async function loaded(page: Page) {
  await page.waitForLoadState('networkidle', { timeout: patience }).catch(() => undefined);
  await settled(page);
}

/** Saves a screenshot of the window as it is. */
export async function save(page: Page, folder: string, name: string) {
  await atRest(page);
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality });
  await session.detach();
  const into = join(repository, 'target/screens', folder);
  mkdirSync(into, { recursive: true });
  writeFileSync(join(into, `${name}.webp`), Buffer.from(data, 'base64'));
}

/** Saves a screenshot of the window once its data and images are there. */
export async function capture(page: Page, folder: string, name: string) {
  await loaded(page);
  await save(page, folder, name);
}

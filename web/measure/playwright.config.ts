import { defineConfig } from '@playwright/test';
import tests from '../playwright.config.ts';

/** Measurements for `scripts/bench`: one after another, over the demo that the end-to-end tests use, with all that moves. */
export default defineConfig({
  ...tests,
  testDir: '.',
  globalSetup: '../e2e/support/global-setup.ts',
  workers: 1,
  timeout: 900_000,
  projects: [{ name: 'phone', use: { viewport: { width: 412, height: 823 }, hasTouch: true } }],
});

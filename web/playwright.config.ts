import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

/** The one without windows is a third cheaper; `scripts/test` installs what Debian has. */
const browsers = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A test calls few functions of a page: those it doesn't call needn't be compiled, which saves a fifteenth of the time.
  '--js-flags=--max-lazy',
];

const browser = browsers.find((path) => existsSync(path));

/**
 * Pages that look the same in both shells are tested in one of them; the shells, a purchase and access
 * control are tested in both.
 */
const inOneShell = {
  phone:
    /captcha|connection|deletion|development-gate|drafts|gestures|gift-cards|install|\/membership|offline|outage|phone-shop|price-changed|purchase-identity|push|referral|testing|update/,
  desktop:
    /account|back-office-business|back-office-conflicts|back-office-emails|back-office-locations|back-office-new-site|back-office-products|back-office-reports|back-office-security|back-office-settings|back-office-setup-guide|back-office-team|back-office-theme|bundles-and-gifts|club-and-goods|console|purchase-list|recovery|session|surfaces|turning|unsaved|vendor-maps|ways-back/,
};

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/support/global-setup.ts',
  workers: 2,
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    launchOptions: { ...(browser && { executablePath: browser }), args: flags },
    // Bubbles and slides would move under the pointer.
    contextOptions: { reducedMotion: 'reduce' },
    // Requests of a worker are out of the tests' hands; who tests without a connection lets it in.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // A trace costs a fifth of the time: `--trace retain-on-failure` keeps one where it is wanted.
  },
  projects: [
    {
      name: 'desktop',
      testIgnore: inOneShell.phone,
      grepInvert: /@phone/,
      use: { viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'phone',
      testIgnore: inOneShell.desktop,
      grepInvert: /@desktop/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true },
    },
  ],
});

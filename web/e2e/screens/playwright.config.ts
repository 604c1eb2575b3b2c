import { defineConfig } from '@playwright/test';
import base from '../../playwright.config.ts';

const { globalSetup: _own, testDir: _all, projects = [], ...rest } = base;

/** Screenshots for `scripts/screens`: the shop and the main pages of the back office at two sites, in both shells. */
export default defineConfig({
  ...rest,
  testDir: '.',
  testMatch: '*.shots.ts',
  globalSetup: '../support/global-setup.ts',
  projects: projects.map(({ name = '', use = {}, grepInvert = [] }) => ({ name, use, grepInvert })),
});

import { defineConfig } from '@playwright/test';
import base from '../../playwright.config.ts';

const { globalSetup: _own, testDir: _all, projects = [], ...rest } = base;

/** Takes the pictures of `docs/screens`: the shop and the main rooms of the back office at two sites, in both shells. Started by `scripts/screens`. */
export default defineConfig({
  ...rest,
  testDir: '.',
  testMatch: '*.shots.ts',
  globalSetup: '../support/global-setup.ts',
  projects: projects.map(({ name = '', use = {} }) => ({ name, use })),
});

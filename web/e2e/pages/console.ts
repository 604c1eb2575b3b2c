import { expect, type Page } from '@playwright/test';
import { port } from '../support/environment';
import { demoStaff } from '../support/people';

/** Where the provider's people work. */
export const consoleOrigin = `http://console.localhost:${port}`;

/** Fills the way in, and goes it. */
export async function logInToConsole(page: Page, environment: string, who = demoStaff(environment)) {
  await page.getByLabel('Environment').selectOption(environment);
  await page.getByLabel('Email').fill(who.email);
  await page.getByLabel('Password', { exact: true }).fill(who.password);
  await page.getByRole('button', { name: 'Log In' }).click();
}

/** Opens a page of the console as the demo's staff of an environment. */
export async function enterConsole(page: Page, environment: string, path = '/') {
  await page.goto(`${consoleOrigin}${path}`);
  await logInToConsole(page, environment);
  await expect(page.getByRole('button', { name: 'Log Out' })).toBeVisible();
}

import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { port, repository } from '../support/environment';
import { demoStaff } from '../support/people';
import { createSite } from '../support/sites';
import { Dialog } from './dialog';

/** Origin of the provider's console. */
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

/** A name that nothing has yet. */
export const unusedName = (what = 'wash') => `${what}${randomBytes(4).toString('hex')}`;

/** Creates a site for this test in the demo's environment, based on a folder. Returns its subdomain. */
export function ownSite(from = 'tidal'): string {
  const subdomain = unusedName();
  createSite(subdomain, 'demo', join(repository, 'tenants', from));
  return subdomain;
}

/** Opens the page of a site by way of the list. */
export async function openSite(page: Page, subdomain: string) {
  await page.goto(`${consoleOrigin}/sites?q=${subdomain}`);
  await page.getByRole('link', { name: subdomain, exact: true }).click();
  await expect(page.getByRole('heading', { name: subdomain, exact: true, level: 1 })).toBeVisible();
}

/** Clicks a button and confirms its dialog. */
export async function sure(page: Page, press: string, title: string) {
  await page.getByRole('button', { name: press, exact: true }).click();
  await new Dialog(page, title).press(press);
}

/** Clicks a button and confirms its dialog with the password of the demo's staff. */
export async function sureWithPassword(page: Page, environment: string, press: string, title: string) {
  await page.getByRole('button', { name: press, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByLabel('Password', { exact: true }).fill(demoStaff(environment).password);
  await dialog.getByRole('button', { name: press, exact: true }).click();
}

/** Logs in with a generated password and replaces it. Returns the new one. */
export async function logInAsNewcomer(
  page: Page,
  environment: string,
  who: { email: string; password: string },
) {
  await logInToConsole(page, environment, who);
  await expect(page.getByText('Change your password to continue.')).toBeVisible();
  const password = `Sudsy-Foam-${randomBytes(4).toString('hex')}`;
  await page.getByLabel('Current password', { exact: true }).fill(who.password);
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('Confirm new password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password updated. Other sessions are logged out.')).toBeVisible();
  return { email: who.email, password };
}

/** Adds a staff member to `dev` and returns the password that is shown once. */
export async function addColleague(page: Page, email: string, role?: 'viewer' | 'operator' | 'owner') {
  await page.getByRole('button', { name: 'Add staff member' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill(email);
  if (role) await dialog.getByRole('combobox').selectOption(role);
  await dialog.getByLabel('Your password').fill(demoStaff('dev').password);
  await dialog.getByRole('button', { name: 'Add' }).click();
  const handed = page.getByRole('dialog', { name: `Password for ${email}` });
  const password = (await handed.locator('code').textContent()) ?? '';
  await handed.getByRole('button', { name: 'Done' }).click();
  return { email, password };
}

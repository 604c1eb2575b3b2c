import { modulesOf } from './support/built';
import { callServer } from './support/call-server';
import { enterAsGuest } from './support/customers';
import { origin } from './support/environment';
import { expect, test } from './support/test';

test('an unknown path shows a 404 page in the shell, with a link home', async ({ page, visit }) => {
  await visit('sparkle', '/no/such/page');
  await expect(page.getByRole('heading', { name: '404, Page Not Found.', level: 2 })).toBeVisible();
  await page.getByRole('link', { name: 'Go to home page' }).click();
  await expect(page).toHaveURL(new RegExp(`^${origin('sparkle')}/(?:#.*)?$`));
});

test('paths aren’t case-sensitive', { tag: '@desktop' }, async ({ page, visit }) => {
  await visit('sparkle', '/SUPPORT');
  await expect(page.getByRole('heading', { name: 'Support', level: 1 })).toBeVisible();
});

test('a merchant without a web shop shows the app', { tag: '@phone' }, async ({ page, visit }) => {
  await visit('northstar', '/shop');
  await expect(page.getByRole('link', { name: 'Sign Up' })).toBeVisible();
  await visit('northstar', '/updated');
  await expect(page.getByRole('heading', { name: 'Success', level: 2 })).toBeVisible();
});

test('a merchant without a web shop asks for a phone', { tag: '@desktop' }, async ({ page, visit }) => {
  for (const path of ['/shop', '/washes?location=1&forced=true']) {
    await visit('northstar', path);
    const turnedAway = page.getByRole('heading', { name: 'Please Open on a Mobile Device', level: 2 });
    await expect(turnedAway).toBeVisible();
  }
  await visit('northstar', '/updated');
  await expect(page.getByRole('heading', { name: 'Success', level: 2 })).toBeVisible();
});

test('the mobile choice is kept for the tab', { tag: '@desktop' }, async ({ page }) => {
  await page.goto(`${origin('sparkle')}/#mobile`);
  await expect(page.getByRole('navigation', { name: 'App' })).toBeVisible();
  await page.goto(`${origin('sparkle')}/Support`);
  await expect(page.getByRole('navigation', { name: 'App' })).toBeVisible();
});

test('the logged-out app opens its welcome screen', { tag: '@phone' }, async ({ page, visit }) => {
  await visit('sparkle', '/washes');
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign Up' })).toBeVisible();
  await page.getByRole('link', { name: 'Wallet' }).click();
  await expect(page).toHaveURL(/logIn/);
});

test('the web shop is public', { tag: '@desktop' }, async ({ page, visit }) => {
  await visit('sparkle', '/washes');
  await expect(page.getByRole('heading', { name: 'The Works' }).first()).toBeVisible();
});

test('required locations are asked for first', async ({ page, visit, shell }) => {
  await shell.letIn(page, 'bluewave');
  await visit('bluewave', '/washes');
  await expect(page).toHaveURL(/findUs\?to=washes/);
  await page
    .getByRole('link', { name: /^Washes/ })
    .first()
    .click();
  await expect(page).toHaveURL(/washes\?location=\d+&forced=true/);
});

test('an unknown subdomain shows an error page', { tag: '@desktop' }, async ({ page }) => {
  await page.goto(origin('nobody'));
  await expect(page.getByText("We couldn't find the site for the specified subdomain.")).toBeVisible();
  expect((await callServer('nobody.localhost', '/')).status).toBe(404);
});

test('shoppers load no code of the other shell', async ({ page, visit, shell }) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  await visit('sparkle');
  await page.waitForLoadState('networkidle');
  const inShell = (folder: string) =>
    modulesOf(loaded).filter((module) => module.startsWith(`surfaces/shopper/${folder}/`));
  expect(inShell(shell.code.own).length).toBeGreaterThan(3);
  expect(inShell(shell.code.foreign)).toEqual([]);
  expect(loaded.filter((path) => path.endsWith('.woff2') && !path.includes('nunito'))).toEqual([]);
});

test('slides can be paused', { tag: '@desktop' }, async ({ page, visit }) => {
  await enterAsGuest(page, 'sparkle');
  await visit('sparkle');
  const slides = page.getByRole('region', { name: 'Highlights' });
  // With reduced motion, the slides don't move initially.
  await slides.getByRole('button', { name: 'Play slides' }).click();
  await slides.getByRole('button', { name: 'Pause slides' }).click();
  await slides.getByRole('button', { name: 'Slide 2' }).click();
  await expect(slides.getByRole('button', { name: 'Slide 2' })).toHaveAttribute('aria-current', 'true');
});

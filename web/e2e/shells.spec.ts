import { modulesOf } from './support/built';
import { callServer } from './support/call-server';
import { enterAsGuest } from './support/customers';
import { origin } from './support/environment';
import { expect, test } from './support/test';

test('an unknown path is a 404 inside the shell, with a way home', async ({ page, visit }) => {
  await visit('sparkle', '/no/such/page');
  await expect(page.getByRole('heading', { name: '404, Page Not Found.', level: 2 })).toBeVisible();
  await page.getByRole('link', { name: 'Take me home' }).click();
  await expect(page).toHaveURL(new RegExp(`^${origin('sparkle')}/(?:#.*)?$`));
});

test('paths are matched without regard to case', async ({ page, visit }) => {
  await visit('sparkle', '/SUPPORT');
  await expect(page.getByRole('heading', { name: 'Support', level: 1 })).toBeVisible();
});

test('a merchant without a web shop is for phones', async ({ page, visit, phone }) => {
  await visit('northstar', '/shop');
  const turnedAway = page.getByRole('heading', { name: 'Please Open on a Mobile Device', level: 2 });
  if (phone) await expect(page.getByRole('link', { name: 'Sign Up' })).toBeVisible();
  else await expect(turnedAway).toBeVisible();
  await visit('northstar', '/updated');
  await expect(page.getByRole('heading', { name: 'Success', level: 2 })).toBeVisible();
});

test('the mobile choice is remembered for the tab', async ({ page }) => {
  await page.goto(`${origin('sparkle')}/#mobile`);
  await expect(page.getByRole('navigation', { name: 'App' })).toBeVisible();
  await page.goto(`${origin('sparkle')}/Support`);
  await expect(page.getByRole('navigation', { name: 'App' })).toBeVisible();
});

test('logged out, the app leads to its first screen', async ({ page, visit, phone }) => {
  await visit('sparkle', '/washes');
  if (!phone) {
    // The web shop is open to everybody.
    await expect(page.getByRole('heading', { name: 'The Works' }).first()).toBeVisible();
    return;
  }
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign Up' })).toBeVisible();
  await page.getByRole('link', { name: 'Wallet' }).click();
  await expect(page).toHaveURL(/logIn/);
});

test('forced locations ask where first', async ({ page, visit, phone }) => {
  if (phone) {
    await visit('bluewave', '/logIn');
    await page.getByRole('button', { name: 'Continue as Guest' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await expect(page).not.toHaveURL(/logIn/);
  }
  await visit('bluewave', '/washes');
  await expect(page).toHaveURL(/findUs\?to=washes/);
  await page
    .getByRole('link', { name: /^Washes/ })
    .first()
    .click();
  await expect(page).toHaveURL(/washes\?location=\d+&forced=true/);
});

test('an unknown subdomain says so on a page', async ({ page }) => {
  await page.goto(origin('nobody'));
  await expect(page.getByText("We couldn't find the site for the specified subdomain.")).toBeVisible();
  expect((await callServer('nobody.localhost', '/')).status).toBe(404);
});

test('a shopper loads no code of the other shell', async ({ page, visit, phone }) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  await visit('sparkle');
  await page.waitForLoadState('networkidle');
  const [own, foreign] = phone ? ['mobile', 'desktop'] : ['desktop', 'mobile'];
  const inShell = (shell: string) =>
    modulesOf(loaded).filter((module) => module.startsWith(`surfaces/shopper/${shell}/`));
  expect(inShell(own).length).toBeGreaterThan(3);
  expect(inShell(foreign)).toEqual([]);
  expect(loaded.filter((path) => path.endsWith('.woff2') && !path.includes('nunito'))).toEqual([]);
});

test('slides turn only as long as somebody wants them to', async ({ page, visit }) => {
  await enterAsGuest(page, 'sparkle');
  await visit('sparkle');
  const slides = page.getByRole('region', { name: 'Highlights' });
  // Who wants less motion starts with slides that stand still.
  await slides.getByRole('button', { name: 'Play slides' }).click();
  await slides.getByRole('button', { name: 'Pause slides' }).click();
  await slides.getByRole('button', { name: 'Slide 2' }).click();
  await expect(slides.getByRole('button', { name: 'Slide 2' })).toHaveAttribute('aria-current', 'true');
});

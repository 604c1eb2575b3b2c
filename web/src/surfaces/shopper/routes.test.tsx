import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { clearSession, setSession } from '@/shared/api/session';
import { answer, ok } from '@/shared/testing/server';
import { openSite } from '@/shared/testing/site';
import { tokens } from '@/shared/testing/tokens';
import { addressOf, type PageName, table } from './table';
import { answerCustomer, answerQuietly, renderPage } from './testing/render-page';

const at = (router: { state: { location: { pathname: string; search: string } } }) =>
  router.state.location.pathname + router.state.location.search;

beforeEach(() => {
  answerQuietly();
  // Without an app, a narrow window shows the web shop.
  openSite({ has_app: false });
});

it.each([
  'checkout',
  'wallet',
  'promoCode',
  'account',
  'userManagement',
  'purchaseHistory',
  'resignUp',
] as const)('requires login for %s', async (name) => {
  openSite({ has_app: false }, { environment: { name: 'dev', production: false } });
  const { router } = await renderPage(addressOf(name));
  expect(at(router)).toBe(`/logIn?to=${encodeURIComponent(addressOf(name))}`);
});

it('has a page for every entry except logout', async () => {
  const silent = Object.entries(table).filter(([, { load }]) => !load);
  expect(silent.map(([name]) => name)).toEqual(['logOut'] satisfies PageName[]);
  for (const { load } of Object.values(table)) if (load) expect(await load()).toBeTypeOf('function');
});

it("opens the app's welcome screen with the destination, except for tabs", async () => {
  openSite({ has_app: true });
  expect(at((await renderPage('/washes')).router)).toBe('/?to=%2Fwashes');
  expect(at((await renderPage('/purchaseHistory')).router)).toBe('/?to=%2FpurchaseHistory');
  const links = (name: string) =>
    screen.getAllByRole('link', { name }).map((link) => link.getAttribute('href'));
  expect(links('Log In')).toContain('/logIn?to=%2FpurchaseHistory');
  expect(links('Sign Up')).toContain('/signUp?to=%2FpurchaseHistory');
  expect(at((await renderPage('/wallet')).router)).toBe('/logIn?to=%2Fwallet');
});

it('checks access again after a logout elsewhere', async () => {
  setSession(tokens(4_000_000_000));
  answerCustomer();
  answer('get', '/users/purchases', () => ok([]));
  const { router } = await renderPage('/purchaseHistory');
  expect(await screen.findByRole('heading', { level: 1, name: 'My Purchases' })).toBeVisible();
  act(() => clearSession());
  await waitFor(() => expect(at(router)).toBe('/logIn?to=%2FpurchaseHistory'));
});

it('hides customer pages from read-only viewers', async () => {
  sessionStorage.setItem('view', `view.${tokens(4_000_000_000).accessToken}`);
  answerCustomer();
  const { router } = await renderPage('/wallet');
  expect(
    await screen.findByRole('heading', { level: 2, name: 'Only customers can see this page.' }),
  ).toBeVisible();
  expect(at(router)).toBe('/wallet');
  sessionStorage.clear();
});

it('logs out without showing a page', async () => {
  setSession(tokens(4_000_000_000));
  answer('post', '/users/logout', () => ok(true));
  const { router } = await renderPage('/logOut');
  await waitFor(() => expect(at(router)).toBe('/'));
  expect(localStorage.getItem('suds:session')).toBeNull();
});

it('shows a disabled or unknown page as such', async () => {
  openSite({ has_app: false, disabledRoutes: ['support'] });
  await renderPage('/SUPPORT');
  expect(
    screen.getByRole('heading', { level: 2, name: 'Oops... this feature has been disabled at this time.' }),
  ).toBeVisible();
  expect(screen.getByRole('navigation', { name: 'Help and legal' })).toBeVisible();
});

it("serves a page at the merchant's path", async () => {
  answer('get', '/products/washClubs', () => ok([]));
  const shopItems = [{ tag: '_CLUBS', label: 'Join us', href: '/join' }];
  openSite({ has_app: false, shopItems });
  await renderPage('/join');
  expect(await screen.findByRole('heading', { level: 1, name: 'Shop - Join us' })).toBeVisible();
});

it('asks for a required location first', async () => {
  openSite({ has_app: true, forceLocations: true });
  setSession({ guest: true });
  const { router } = await renderPage('/washes?location=999');
  expect(at(router)).toBe('/findUs?to=washes&label=Washes');
});

it("moves the focus to the next page's heading, but not at the start", async () => {
  await renderPage('/nowhere');
  expect(document.body).toHaveFocus();
  await userEvent.click(screen.getByRole('link', { name: 'FAQ' }));
  const heading = await screen.findByRole('heading', { level: 1, name: 'FAQ' });
  await waitFor(() => expect(heading).toHaveFocus());
});

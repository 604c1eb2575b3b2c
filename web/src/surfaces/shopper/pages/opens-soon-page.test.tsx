import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { setSession } from '@/shared/api/session';
import { location } from '@/shared/testing/locations';
import { account } from '@/shared/testing/people';
import { answer, ok, refusal } from '@/shared/testing/server';
import { openSite } from '@/shared/testing/site';
import { tokens } from '@/shared/testing/tokens';
import { answerCustomer, answerQuietly, renderPage } from '../testing/render-page';

const soon = { level: 2, name: 'Sparkle opens soon' };
const shop = { open: false, closedText: 'Back in May' };

const support = { supportEmail: 'help@sparkle.example', supportPhone: '', supportFaqs: '' };
const place = location({ hours: [{ days: 'Mon–Sat', open: '07:00', close: '20:00' }] });

/** Mocks the requests of the announcement, and of the shop for its team. */
function answerShop() {
  answer('get', '/merchant', () =>
    ok({ WCTerms: '', terms: '', privacyPolicy: '', referralPoints: 0, support }),
  );
  answer('get', '/accounts/site-config', () => refusal(503, 'busy', 'Try again.'));
}

it.each(['/', '/shop/washes', '/signUp'])('announces a shop that is not open at %s', async (path) => {
  openSite({ has_app: false }, { shop });
  answerQuietly();
  answer('get', '/locations', () => ok([place]));
  answerShop();
  await renderPage(path);
  expect(await screen.findByRole('heading', soon)).toBeVisible();
  expect(screen.getByText('Back in May')).toBeVisible();
  const email = await screen.findByRole('link', { name: 'help@sparkle.example' });
  expect(email).toHaveAttribute('href', 'mailto:help@sparkle.example');
  expect(await screen.findByText('Mon–Sat')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Staff login' })).toHaveAttribute('href', '/mmtpo');
});

it('announces the shop to customers who are logged in', async () => {
  openSite({ has_app: false }, { shop });
  setSession(tokens(4_000_000_000));
  answerCustomer();
  answerShop();
  await renderPage('/shop/washes');
  expect(await screen.findByRole('heading', soon)).toBeVisible();
});

it('keeps the login open, without the banner for the team', async () => {
  openSite({ has_app: false }, { shop });
  answerQuietly();
  await Promise.all([import('../session/aside'), import('@/shared/surface/closed-notice')]);
  await renderPage('/logIn');
  expect(await screen.findByRole('button', { name: 'Log In' })).toBeVisible();
  await vi.dynamicImportSettled();
  await new Promise((resolve) => setTimeout(resolve));
  expect(screen.queryByRole('heading', soon)).toBeNull();
  expect(screen.queryByText(/^Your shop isn't open/)).toBeNull();
});

it.each([
  ['a shop that is not open', { shop }],
  ['a held site', { held: true }],
])('offers neither sign-up nor guest access at the login of %s', async (_which, site) => {
  openSite({ has_app: false }, site);
  answerQuietly();
  await renderPage('/logIn?to=%2Fmmtpo');
  expect(await screen.findByRole('button', { name: 'Log In' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Sign Up' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Continue as Guest' })).toBeNull();
});

it('requests no products of a shop that is not open', async () => {
  openSite({ has_app: false }, { shop });
  answerQuietly();
  answerShop();
  const requested = vi.fn(() => refusal(403, 'site_not_open', 'The shop is closed.'));
  answer('get', '/products/washes', requested);
  await renderPage('/');
  expect(await screen.findByRole('heading', soon)).toBeVisible();
  expect(requested).not.toHaveBeenCalled();
});

it('shows an invitation without the menus of a shop that is not open', async () => {
  openSite({ has_app: false }, { shop });
  answerQuietly();
  await renderPage('/invitation');
  expect(await screen.findByRole('heading', { name: 'Join the team' })).toBeVisible();
  expect(screen.queryByRole('navigation')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Menu' })).toBeNull();
  expect(screen.queryByRole('contentinfo')).toBeNull();
});

it('shows an open shop while the account loads', async () => {
  openSite({ has_app: false });
  setSession(tokens(4_000_000_000));
  answerCustomer();
  answer('get', '/users', () => new Promise<never>(() => undefined));
  await renderPage('/about');
  expect(await screen.findByRole('button', { name: 'Menu' })).toBeVisible();
});

it.each([
  ['owner', { IsAdmin: 'true' }],
  ['attendant', {}],
] as const)('shows the shop to an %s, with a banner', async (role, claims) => {
  openSite({ has_app: false }, { shop });
  setSession(tokens(4_000_000_000, role, claims));
  answerCustomer();
  answerShop();
  answer('get', '/users', () => ok({ ...account(), role }));
  await renderPage('/shop/washes');
  expect(await screen.findByText(/^Your shop isn't open/)).toBeVisible();
  expect(screen.queryByRole('heading', soon)).toBeNull();
});

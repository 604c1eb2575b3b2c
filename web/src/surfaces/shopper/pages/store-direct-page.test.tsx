import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setSession } from '@/shared/api/session';
import { eventually } from '@/shared/testing/eventually';
import { openSite } from '@/shared/testing/site';
import { tokens } from '@/shared/testing/tokens';
import { answerCustomer, answerQuietly, renderPage } from '../testing/render-page';

const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148';
const android =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36';

beforeEach(answerQuietly);
afterEach(() => vi.restoreAllMocks());

it.each([
  ['an iPhone without a link', iphone, { appStore: { apple: '', google: 'https://apps.example/android' } }],
  [
    'an Android phone without a link',
    android,
    { appStore: { apple: 'https://apps.example/ios', google: '' } },
  ],
  ['a site without links', iphone, {}],
])('leads to sign-up with the referral code on %s', async (_, userAgent, config) => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
  openSite({ has_app: true, ...config });
  const { router } = await renderPage('/storeDirect#K7QPM2X');
  await eventually(() => expect(router.state.location.pathname).toBe('/signUp'));
  expect(router.state.location.hash).toBe('#K7QPM2X');
});

it('leads to sign-up if the site has no app', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(iphone);
  openSite({ has_app: false, appStore: { apple: 'https://apps.example/ios', google: '' } });
  const { router } = await renderPage('/storeDirect#mobile&K7QPM2X');
  await eventually(() => expect(router.state.location.pathname).toBe('/signUp'));
  expect(router.state.location.hash).toContain('K7QPM2X');
});

it('adds no code to an existing account', async () => {
  openSite({ has_app: false });
  answerCustomer();
  setSession(tokens(4_000_000_000));
  await renderPage('/storeDirect#K7QPM2X');
  expect(await screen.findByText(/you have already created an account/)).toBeVisible();
});

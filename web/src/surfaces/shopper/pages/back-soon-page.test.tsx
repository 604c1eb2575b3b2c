import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { setSession } from '@/shared/api/session';
import { openSite } from '@/shared/testing/site';
import { tokens } from '@/shared/testing/tokens';
import { answerCustomer, answerQuietly, renderPage } from '../testing/render-page';

const away = { level: 2, name: /will be back soon$/ };

it.each(['/', '/shop/washes', '/wallet'])(
  'shows customers of a held site that it will be back soon at %s',
  async (path) => {
    openSite({ has_app: false }, { held: true });
    answerQuietly();
    setSession(tokens(4_000_000_000));
    answerCustomer();
    await renderPage(path);
    expect(await screen.findByRole('heading', away)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Staff login' })).toHaveAttribute('href', '/mmtpo');
  },
);

it('shows the login of a held site', async () => {
  openSite({ has_app: false }, { held: true });
  answerQuietly();
  await renderPage('/logIn?to=%2Fmmtpo');
  expect(await screen.findByRole('button', { name: 'Log In' })).toBeVisible();
  expect(screen.queryByRole('heading', away)).toBeNull();
});

it('shows a held site to staff', async () => {
  openSite({ has_app: false }, { held: true });
  setSession(tokens(4_000_000_000, 'owner', { IsAdmin: 'true' }));
  answerCustomer();
  await renderPage('/shop/washes');
  expect(screen.queryByRole('heading', away)).toBeNull();
});

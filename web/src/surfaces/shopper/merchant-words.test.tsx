import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { setSession } from '@/shared/api/session';
import { activateLocale } from '@/shared/i18n/activate';
import { chooseLocale, followLocale } from '@/shared/i18n/locale';
import { answerAsDescribed } from '@/shared/testing/described-answers';
import { account } from '@/shared/testing/people';
import { answer, ok } from '@/shared/testing/server';
import { openSite } from '@/shared/testing/site';
import { tokens } from '@/shared/testing/tokens';
import { renderPage } from './testing/render-page';

/** `lang` around an element, other than the page's. */
const languageOf = (element: Element) => element.closest('body [lang]')?.getAttribute('lang');

beforeEach(async () => {
  openSite({
    has_app: false,
    languages: ['fr-CA', 'en-CA'],
    menuItems: [{ tag: '_SHOP', label: 'Boutique', href: '/shop' }],
  });
  await followLocale();
  await chooseLocale('en-CA');
  setSession(tokens(4_000_000_000));
  answerAsDescribed();
  answer('get', '/users', () => ok(account()));
});
afterEach(() => activateLocale('en-US'));

it.each(['/shop/washes', '/promocode', '/wallet/1'])(
  'marks names of products and deals at %s',
  async (path) => {
    await renderPage(path);
    const names = await screen.findAllByRole('heading', { name: 'Sample' });
    expect(names.map(languageOf)).toEqual(names.map(() => 'fr-CA'));
  },
);

it('marks the menu, but not its own texts', async () => {
  await renderPage('/faq');
  await userEvent.click(await screen.findByRole('button', { name: 'Menu' }));
  const menu = within(await screen.findByRole('dialog', { name: 'Menu' }));
  expect(languageOf(menu.getByRole('link', { name: 'Boutique' }))).toBe('fr-CA');
  expect(languageOf(menu.getByRole('link', { name: 'Wallet' }))).toBeUndefined();
});

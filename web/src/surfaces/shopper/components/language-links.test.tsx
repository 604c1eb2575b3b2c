import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { setSession } from '@/shared/api/session';
import { activateLocale } from '@/shared/i18n/activate';
import { chooseLocale, followLocale, takeNamedLanguage } from '@/shared/i18n/locale';
import { answer, ok } from '@/shared/testing/server';
import { openSite } from '@/shared/testing/site';
import { tokens } from '@/shared/testing/tokens';
import { answerCustomer, answerQuietly, renderPage } from '../testing/render-page';

const user = userEvent.setup();

beforeEach(async () => {
  answerQuietly();
  answer('post', '/users/unique', () => ok(true));
  openSite({ has_app: false, languages: ['en-CA', 'fr-CA'] });
  await followLocale();
});
afterEach(async () => {
  history.replaceState(null, '', '/');
  localStorage.clear();
  await activateLocale('en-US');
});

it('keeps an emailed link and input', async () => {
  history.replaceState(null, '', '/passwordRecovery?email=a%40b.example&token=abc');
  await renderPage('/passwordRecovery?email=a%40b.example&token=abc');
  await user.type(await screen.findByLabelText('Password'), 'Rainy-day9');
  await user.click(await screen.findByRole('link', { name: 'Français' }));
  expect(await screen.findByText(/a@b\.example/)).toBeVisible();
  expect(await screen.findByRole('link', { name: 'English' })).toBeVisible();
  expect(await screen.findByLabelText('Mot de passe')).toHaveValue('Rainy-day9');
});

it('keeps a half-filled form when another tab changes the language', async () => {
  await renderPage('/signUp');
  await user.type(await screen.findByLabelText('First name'), 'Ada');
  await act(() => chooseLocale('fr-CA'));
  expect(await screen.findByLabelText('Prénom')).toHaveValue('Ada');
});

it('keeps query and fragment in links for a new tab', async () => {
  await renderPage('/signUp?email=a%40b.example#FRIEND1');
  const link = await screen.findByRole('link', { name: 'Français' });
  expect(link).toHaveAttribute('href', '?email=a%40b.example&lang=fr-CA#FRIEND1');
});

it('updates the account with a language from the URL, which it leaves', async () => {
  setSession(tokens(Date.now() / 1000 + 3600));
  answerCustomer();
  const told: (string | null)[] = [];
  answer('put', '/users/tokens', (request) => {
    told.push(request.headers.get('Accept-Language'));
    return ok(tokens(Date.now() / 1000 + 7200, 'second'));
  });
  history.replaceState(null, '', '/faq?lang=fr-CA&x=1#y');
  await followLocale();
  expect(location.search + location.hash).toBe('?x=1#y');
  await renderPage('/faq');
  await expect.poll(() => told).toEqual(['fr-CA']);
  expect(takeNamedLanguage()).toBe(false);
});

import { afterEach, expect, it } from 'vitest';
import { setSession } from '@/shared/api/session';
import { activateLocale } from '@/shared/i18n/activate';
import { followLocale, pageLocale } from '@/shared/i18n/locale';
import { answer, ok } from '@/shared/testing/server';
import { openSite } from '@/shared/testing/site';
import { tokens } from '@/shared/testing/tokens';
import { changeLanguage } from './change-language';

afterEach(() => activateLocale('en-US'));

it('applies the selected language to page and account', async () => {
  openSite({ languages: ['en-CA', 'de-DE'] });
  setSession(tokens(Date.now() / 1000 + 3600));
  const renewed: (string | null)[] = [];
  answer('put', '/users/tokens', (request) => {
    renewed.push(request.headers.get('Accept-Language'));
    return ok(tokens(Date.now() / 1000 + 7200, 'second'));
  });
  await followLocale();
  expect(document.documentElement.lang).toBe('en-CA');
  await changeLanguage('de-DE');
  expect(pageLocale()).toBe('de-DE');
  expect(document.documentElement.lang).toBe('de-DE');
  expect(renewed).toEqual(['de-DE']);
});

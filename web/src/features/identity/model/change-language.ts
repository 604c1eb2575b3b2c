import { refreshSession } from '@/shared/api/refresh';
import { currentTokens } from '@/shared/api/session';
import { chooseLocale } from '@/shared/i18n/locale';

/**
 * Updates the account's language to the page's. The server learns it when the session is refreshed, and writes
 * emails in it; if that fails now, the next refresh does it.
 */
export async function tellAccount() {
  const token = currentTokens()?.accessToken;
  if (token) await refreshSession(token);
}

/** Switches to one of the site's languages, here and for the account. */
export async function changeLanguage(tag: string) {
  await chooseLocale(tag);
  await tellAccount();
}

import { refreshSession } from '@/shared/api/refresh';
import { currentTokens } from '@/shared/api/session';
import { chooseLocale } from '@/shared/i18n/locale';

/**
 * Speaks one of the site's languages here, and keeps it with the customer: the server keeps the language in which a session is
 * renewed, and writes mails in it. Where that fails now, the next renewal does it.
 */
export async function changeLanguage(tag: string) {
  await chooseLocale(tag);
  const token = currentTokens()?.accessToken;
  if (token) await refreshSession(token);
}

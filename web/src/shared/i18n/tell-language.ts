import { pageLocale } from './locale';

/** Has documents and sockets of the server's speak as this page does: browsers ask for those in languages of their own. */
export function tellLanguage() {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
  document.cookie = `language=${encodeURIComponent(pageLocale())}; path=/; samesite=lax${secure}`;
}

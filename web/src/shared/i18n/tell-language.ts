import { pageLocale } from './locale';

/**
 * Makes documents and sockets of the server use the page's language; browsers would send their own for those.
 */
export function tellLanguage() {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API isn't available everywhere
  document.cookie = `language=${encodeURIComponent(pageLocale())}; path=/; samesite=lax${secure}`;
}

import { messages as english } from '@/locales/en/console';
import { ownWords } from '@/shared/i18n/own-words';

/** What the console says, and no other surface. */
export const { sayMore, speak, useWords } = ownWords(english, {
  de: () => import('@/locales/de/console'),
  es: () => import('@/locales/es/console'),
  fr: () => import('@/locales/fr/console'),
});

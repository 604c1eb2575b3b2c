import { messages as english } from '@/locales/en/console.po';
import { ownWords } from '@/shared/i18n/own-words';

/** Messages of the console. */
export const { sayMore, speak, useWords } = ownWords(english, {
  de: () => import('@/locales/de/console.po'),
  es: () => import('@/locales/es/console.po'),
  fr: () => import('@/locales/fr/console.po'),
});

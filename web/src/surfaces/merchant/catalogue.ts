import { messages as english } from '@/locales/en/merchant.po';
import { ownWords } from '@/shared/i18n/own-words';

/** Messages of the back office, not loaded by shoppers. */
export const { sayMore, speak, useWords } = ownWords(english, {
  de: () => import('@/locales/de/merchant.po'),
  es: () => import('@/locales/es/merchant.po'),
  fr: () => import('@/locales/fr/merchant.po'),
});

import { i18n, type Messages } from '@lingui/core';
import { messages as english } from '@/locales/en/messages.po';
import { languageOf } from './best-locale';

const catalogues: Record<string, () => Promise<{ messages: Messages }>> = {
  de: () => import('@/locales/de/messages.po'),
  es: () => import('@/locales/es/messages.po'),
  fr: () => import('@/locales/fr/messages.po'),
};

// English keys are their own text, so entries without placeholders are missing from the built catalog.
i18n.setMessagesCompiler((text) => text.split(/\{(\w+)\}/).map((part, index) => (index % 2 ? [part] : part)));

let latest = '';

/** English is built in; other languages are loaded on use. The last one requested wins. */
export async function activateLocale(locale: string) {
  const language = languageOf(locale);
  latest = language;
  const load = catalogues[language];
  const foreign = await load?.().catch(() => null);
  if (latest !== language) return;
  i18n.loadAndActivate({
    locale: foreign ? language : 'en',
    // Numbers are formatted for the region: 10,000 in es-US, 10.000 in es.
    locales: foreign || language === 'en' ? locale : 'en',
    messages: foreign ? { ...english, ...foreign.messages } : english,
  });
}

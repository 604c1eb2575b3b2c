import { i18n, type Messages } from '@lingui/core';
import { held, useHeld } from '../lib/held';

type Load = () => Promise<{ messages: Messages }>;

/** Resolves when the page's language is loaded. */
function spoken(): Promise<void> {
  return new Promise((resolve) => {
    if (i18n.locale) return resolve();
    const stop = i18n.on('change', () => {
      stop();
      resolve();
    });
  });
}

/**
 * Messages of one surface, loaded only with it: `english` immediately, `others` when their language is
 * active.
 */
export function ownWords(english: Messages, others: Record<string, Load>) {
  const complete = new WeakSet<Messages>();
  const times = held(0);

  /**
   * Adds this surface's messages to the shared ones in the active language; English if they can't be loaded.
   */
  async function sayMore(): Promise<void> {
    const { locale, locales = locale, messages } = i18n;
    if (complete.has(messages)) return;
    const more = await others[locale]?.().catch(() => null);
    if (i18n.messages !== messages) return;
    const all = { ...messages, ...english, ...more?.messages };
    complete.add(all);
    i18n.loadAndActivate({ locale, locales, messages: all });
    times.write(times.read() + 1);
  }

  return {
    sayMore,
    /** Activates these messages in the page's language, and follows changes. */
    async speak(): Promise<void> {
      await spoken();
      await sayMore();
      i18n.on('change', () => void sayMore());
    },
    /** Changes when more messages are available. */
    useWords: () => useHeld(times),
  };
}

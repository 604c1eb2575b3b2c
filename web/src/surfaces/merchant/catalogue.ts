import { i18n, type Messages } from '@lingui/core';
import { messages as english } from '@/locales/en/merchant';
import { held, useHeld } from '@/shared/lib/held';

type Load = () => Promise<{ messages: Messages }>;

/** What the back office says, and no other surface, so that no shopper fetches it. */
const others: Record<string, Load> = {
  de: () => import('@/locales/de/merchant'),
  es: () => import('@/locales/es/merchant'),
  fr: () => import('@/locales/fr/merchant'),
};

const complete = new WeakSet<Messages>();
const times = held(0);

/** Adds what is said here to what every surface says in the language that is spoken; English where the rest does not come. */
export async function sayMore(): Promise<void> {
  const { locale, messages } = i18n;
  if (complete.has(messages)) return;
  const more = await others[locale]?.().catch(() => null);
  if (i18n.messages !== messages) return;
  const all = { ...messages, ...english, ...more?.messages };
  complete.add(all);
  i18n.loadAndActivate({ locale, messages: all });
  times.write(times.read() + 1);
}

/** Once the page speaks its language. */
function spoken(): Promise<void> {
  return new Promise((resolve) => {
    if (i18n.locale) return resolve();
    const stop = i18n.on('change', () => {
      stop();
      resolve();
    });
  });
}

/** Says everything in the page's language, from now on whichever that is. */
export async function speak(): Promise<void> {
  await spoken();
  await sayMore();
  i18n.on('change', () => void sayMore());
}

/** Changes when more can be said in another language than before. */
export const useWords = () => useHeld(times);

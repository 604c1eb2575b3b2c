import { i18n } from '@lingui/core';
import type { TextKind } from '@/features/site/api/texts';

type Words = { label: () => string; about: () => string; isAccepted: boolean };

/** Policies in display order. */
export const textKinds: Record<TextKind, Words> = {
  terms: {
    label: () => i18n._('Terms'),
    about: () => i18n._('Customers accept the current version when they sign up.'),
    isAccepted: true,
  },
  privacy: {
    label: () => i18n._('Privacy policy'),
    about: () => i18n._('Customers accept the current version when they sign up.'),
    isAccepted: true,
  },
  clubTerms: {
    label: () => i18n._('Wash Club terms'),
    about: () => i18n._('Customers accept the current version when they join a club.'),
    isAccepted: true,
  },
  faqs: {
    label: () => i18n._('FAQ'),
    about: () => i18n._('Use a level-3 heading for each question, with the answer below it.'),
    isAccepted: false,
  },
};

export function isTextKind(name: string | null): name is TextKind {
  return name !== null && Object.hasOwn(textKinds, name);
}

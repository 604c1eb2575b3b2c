import { i18n } from '@lingui/core';
import type { TextKind } from '@/features/site/api/texts';

type Words = { label: () => string; about: () => string; isAccepted: boolean };

/** The texts, in the order in which they are offered. */
export const textKinds: Record<TextKind, Words> = {
  terms: {
    label: () => i18n._('Terms'),
    about: () => i18n._('Who signs up accepts what is in force then.'),
    isAccepted: true,
  },
  privacy: {
    label: () => i18n._('Privacy policy'),
    about: () => i18n._('Who signs up accepts what is in force then.'),
    isAccepted: true,
  },
  clubTerms: {
    label: () => i18n._('Terms of the wash club'),
    about: () => i18n._('Who joins a club accepts what is in force then.'),
    isAccepted: true,
  },
  faqs: {
    label: () => i18n._('Common questions'),
    about: () => i18n._('A heading of the third rank for each question, its answer below.'),
    isAccepted: false,
  },
};

export function isTextKind(name: string | null): name is TextKind {
  return name !== null && Object.hasOwn(textKinds, name);
}

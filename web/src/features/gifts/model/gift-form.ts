import { i18n } from '@lingui/core';
import * as v from 'valibot';
import type { Gift, Recipient } from '@/shared/api/types';
import { atMostText, isEmail } from '@/shared/forms/rules';

export const longestName = 100;
export const longestMessage = 500;
/** Value of the option for a new recipient, whose email is entered. */
export const somebodyNew = '';

/** Gift headings, indexed by the server's number. */
export function giftHeaders(): string[] {
  return [
    i18n._('Happy Birthday!'),
    i18n._('Congratulations!'),
    i18n._('Good Luck!'),
    i18n._('A Gift For You'),
    i18n._('Thank You!'),
    i18n._('For You!'),
    i18n._('Happy Thanksgiving!'),
    i18n._('Merry Christmas!'),
    i18n._('Happy Holidays!'),
  ];
}

export const usualHeader = 3;

export type GiftValues = { known: string; email: string; name: string; message: string; header: string };

export function giftSchema() {
  return v.pipe(
    v.object({
      known: v.string(),
      email: v.pipe(v.string(), v.trim()),
      name: atMostText(longestName),
      message: atMostText(longestMessage),
      header: v.string(),
    }),
    v.forward(
      v.partialCheck(
        [['known'], ['email']],
        ({ known, email }) => known !== somebodyNew || email !== '',
        i18n._('No Recipient selected.'),
      ),
      ['email'],
    ),
    v.forward(
      v.partialCheck(
        [['known'], ['email']],
        ({ known, email }) => known !== somebodyNew || email === '' || isEmail(email),
        i18n._('Please enter a valid email.'),
      ),
      ['email'],
    ),
  );
}

/** Initial values: the gift so far, or the latest recipient. */
export function giftValues(gift: Gift | undefined, recipients: Recipient[]): GiftValues {
  const [last] = recipients;
  if (!gift) {
    return {
      known: last?.email ?? somebodyNew,
      email: '',
      name: last?.name ?? '',
      message: '',
      header: String(usualHeader),
    };
  }
  const known = recipients.some((recipient) => recipient.email === gift.giftedEmail);
  return {
    known: known ? gift.giftedEmail : somebodyNew,
    email: known ? '' : gift.giftedEmail,
    name: gift.giftedTo,
    message: gift.giftMessage,
    header: String(gift.giftHeader),
  };
}

export function giftFrom(values: GiftValues): Gift {
  return {
    giftedEmail: values.known || values.email.trim(),
    giftedTo: values.name.trim(),
    giftMessage: values.message.trim(),
    giftHeader: Number(values.header),
  };
}

import { i18n } from '@lingui/core';
import * as v from 'valibot';
import { Award, KioskRules, OfferManifest as limits, OfferExpiry } from '@/shared/api/limits.gen';
import type { OfferManifest } from '@/shared/api/types';
import { atMost, limited } from '@/shared/forms/rules';
import { amountError, amountToEnter, amountWithin, isAmount, parseAmount } from '../components/amount';
import { isWhole, numberWithin, whole, wholeOrNone } from '../components/whole-number';
import { fromLocal, toLocal } from '../components/zoned';

/** Form values of an offer. Values of hidden fields are kept but not validated. */
export function offerSchema(hasCode: boolean) {
  const typed = v.object({
    name: limited(limits.name),
    code: hasCode ? atMost(limits.code.maxLength) : v.string(),
    description: limited(limits.description),
    terms: limited(limits.terms),
    award: v.picklist(['Item', 'DollarDiscItem', 'DollarDiscTrans']),
    amount: v.string(),
    startsAt: v.string(),
    endsAt: v.string(),
    claimLimit: whole(limits.claimLimit),
    totalCap: wholeOrNone(limits.totalCap),
    expiry: v.picklist(['none', 'withOffer', 'relative', 'fixed']),
    days: v.string(),
    date: v.string(),
    locations: v.array(v.number()),
    kioskItem: limited(KioskRules.kioskItem),
    allowUpgrade: v.boolean(),
    autoSelect: v.boolean(),
  });
  return v.pipe(
    typed,
    v.forward(
      v.check(
        ({ award, amount }) => award === 'Item' || isAmount(amount, Award.amount),
        ({ input }) => amountError(input.amount) ?? amountWithin(Award.amount),
      ),
      ['amount'],
    ),
    v.forward(
      v.check(
        ({ startsAt, endsAt }) => !startsAt || !endsAt || startsAt < endsAt,
        i18n._('Enter an end date after the start date.'),
      ),
      ['endsAt'],
    ),
    v.forward(
      v.check(
        ({ expiry, endsAt }) => expiry !== 'withOffer' || endsAt !== '',
        i18n._('This discount has no end date. Add one or choose another expiration.'),
      ),
      ['expiry'],
    ),
    v.forward(
      v.check(
        ({ expiry, days }) => expiry !== 'relative' || isWhole(days, OfferExpiry.days),
        numberWithin(OfferExpiry.days),
      ),
      ['days'],
    ),
    v.forward(
      v.check(({ expiry, date }) => expiry !== 'fixed' || date !== '', i18n._('Input is required.')),
      ['date'],
    ),
  );
}

export type TypedOffer = v.InferOutput<ReturnType<typeof offerSchema>>;

/** Values of a new offer. */
export const emptyOffer: TypedOffer = {
  name: '',
  code: '',
  description: '',
  terms: '',
  award: 'Item',
  amount: '',
  startsAt: '',
  endsAt: '',
  claimLimit: '1',
  totalCap: '',
  expiry: 'none',
  days: '30',
  date: '',
  locations: [],
  kioskItem: '',
  allowUpgrade: false,
  autoSelect: false,
};

/** An offer as it would be typed, by the clocks of the site. */
export function typedOffer(offer: OfferManifest, timeZone: string): TypedOffer {
  const { award, expiry, kiosk } = offer;
  return {
    ...emptyOffer,
    name: offer.name,
    code: offer.code ?? '',
    description: offer.description ?? '',
    terms: offer.terms ?? '',
    award: award.type,
    amount: award.type === 'Item' ? '' : amountToEnter(award.amount),
    startsAt: offer.startsAt ? toLocal(offer.startsAt, timeZone) : '',
    endsAt: offer.endsAt ? toLocal(offer.endsAt, timeZone) : '',
    claimLimit: String(offer.claimLimit ?? 1),
    totalCap: offer.totalCap == null ? '' : String(offer.totalCap),
    expiry: expiry?.type ?? 'none',
    ...(expiry?.type === 'relative' && { days: String(expiry.days) }),
    ...(expiry?.type === 'fixed' && { date: expiry.date }),
    locations: offer.locations ?? [],
    kioskItem: kiosk?.kioskItem ?? '',
    allowUpgrade: kiosk?.allowUpgrade ?? false,
    autoSelect: kiosk?.autoSelect ?? false,
  };
}

function awardOf({ award, amount: text }: TypedOffer): OfferManifest['award'] {
  return award === 'Item' ? { type: award } : { type: award, amount: parseAmount(text) ?? 0 };
}

function expiryOf({ expiry, days, date }: TypedOffer): NonNullable<OfferManifest['expiry']> {
  if (expiry === 'relative') return { type: expiry, days: Number(days) };
  return expiry === 'fixed' ? { type: expiry, date } : { type: expiry };
}

/** Converts form values for the server. */
export function offerOf(
  typed: TypedOffer,
  { timeZone, hasCode }: { timeZone: string; hasCode: boolean },
): OfferManifest {
  const { name, description, terms, startsAt, endsAt, claimLimit, totalCap, locations } = typed;
  return {
    name,
    description,
    terms,
    code: hasCode ? typed.code.trim() : null,
    award: awardOf(typed),
    startsAt: startsAt ? fromLocal(startsAt, timeZone) : null,
    endsAt: endsAt ? fromLocal(endsAt, timeZone) : null,
    claimLimit: Number(claimLimit),
    totalCap: totalCap === '' ? null : Number(totalCap),
    expiry: expiryOf(typed),
    locations,
    kiosk: {
      kioskItem: typed.kioskItem || null,
      allowUpgrade: typed.allowUpgrade,
      autoSelect: typed.autoSelect,
    },
  };
}

import { i18n } from '@lingui/core';
import { money } from '@/shared/format/money';

/** Settings of a site that others depend on. */
export type Region = { country: string; currency: string; timeZone: string };

/** Price in examples, in minor units. */
const example = 1000;

/** Name of a time zone as people read it. */
export const zoneName = (timeZone: string) => timeZone.replaceAll('_', ' ');

/** Consequences of a change, one sentence each. Empty without a change. */
export function consequencesOf(before: Region, after: Region): string[] {
  const found: string[] = [];
  if (before.timeZone !== after.timeZone) {
    const zone = zoneName(after.timeZone);
    found.push(
      i18n._(
        'Dates in reports, orders and exports follow {zone}. Past sales near midnight can move to another day.',
        {
          zone,
        },
      ),
      i18n._('Memberships renew, pauses end and declined cards are retried at 2 a.m. in {zone}.', { zone }),
      i18n._("Opening hours don't change. They apply in {zone}.", { zone }),
      i18n._(
        'Deals, promo codes and product sales start and end at the same local time as before, in {zone}.',
        {
          zone,
        },
      ),
    );
  }
  if (before.country !== after.country) {
    const country = new Intl.DisplayNames(i18n.locale, { type: 'region' }).of(after.country) ?? after.country;
    found.push(
      i18n._('Phone numbers, addresses and license plates are checked and shown as in {country}.', {
        country,
      }),
      i18n._('Prices and dates in emails are formatted for {country}.', { country }),
      i18n._("Tax rates, prices and saved addresses don't change. Check them."),
    );
  }
  if (before.currency !== after.currency) {
    found.push(
      i18n._("Amounts aren't converted: {before} becomes {after}. Check your prices, discounts and limits.", {
        before: money(example, { currency: before.currency }),
        after: money(example, { currency: after.currency }),
      }),
    );
  }
  return found;
}

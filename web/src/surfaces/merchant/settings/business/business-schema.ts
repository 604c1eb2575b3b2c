import { i18n } from '@lingui/core';
import * as v from 'valibot';
import type { WholeConfig } from '@/features/site/api/site-config';
import type { SupportContacts } from '@/features/site/api/texts';
import { atMost, atMostText, email, required } from '@/shared/forms/rules';

/** Maximum lengths, as on the server. */
export const longest = { name: 120, line: 120, zipCode: 20, taxNumber: 40, phone: 30, about: 500 };

type OfConfig = 'companyName' | 'contact' | 'business' | 'about' | 'country' | 'currency' | 'timeZone';

/** Entries of the form. `chosen`: languages, of which `first` is the default. */
export type BusinessValues = Pick<WholeConfig, OfConfig> &
  SupportContacts & { chosen: string[]; first: string };

const emailOrNone = () => v.union([v.literal(''), email()]);

/** `hasSupport`: support contacts were saved. A new site has none until its owner enters them. */
export const businessSchema = (hasSupport: boolean) =>
  v.object({
    companyName: atMost(80),
    business: v.object({
      legalName: atMostText(longest.name),
      address1: atMostText(longest.line),
      address2: atMostText(longest.line),
      city: atMostText(longest.line),
      state: atMostText(longest.line),
      zipCode: atMostText(longest.zipCode),
      taxNumber: atMostText(longest.taxNumber),
    }),
    contact: v.object({ phone: atMostText(longest.phone), email: emailOrNone() }),
    supportEmail: hasSupport ? email() : emailOrNone(),
    supportPhone: atMostText(longest.phone),
    about: atMostText(longest.about),
    country: required(),
    currency: required(),
    timeZone: required(),
    chosen: v.pipe(v.array(v.string()), v.nonEmpty(i18n._('Select at least one language.'))),
    first: v.string(),
  });

/** Entries for saved settings. */
export function businessValues(
  config: WholeConfig,
  { supportEmail, supportPhone }: SupportContacts,
): BusinessValues {
  const { companyName, contact, business, about, country, currency, timeZone, languages, locale } = config;
  return {
    ...{ companyName, contact, business, about, country, currency, timeZone },
    ...{ supportEmail, supportPhone },
    chosen: languages,
    first: languages[0] ?? locale,
  };
}

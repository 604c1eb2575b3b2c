import { pageLocale } from '../i18n/locale';
import { site } from '../site/boot';
import { fractionDigits, minorUnits } from './fraction-digits';

const byLanguage: Record<string, string> = {
  'en-US': 'USD',
  'en-GB': 'GBP',
  'en-CA': 'CAD',
  'fr-FR': 'EUR',
  'de-DE': 'EUR',
};

/** Site's currency; without one, the currency of the page's locale. */
export const siteCurrency = (): string => site().currency || byLanguage[pageLocale()] || 'USD';

type Options = { trim?: boolean; currency?: string };

/**
 * Minor units in the site's currency. `trim` drops a fraction of zero, on cards and club labels only, never
 * in carts, orders or receipts.
 */
export function money(minor: number, options: Options = {}): string {
  const currency = options.currency ?? siteCurrency();
  const digits = fractionDigits(currency);
  const format = new Intl.NumberFormat(pageLocale(), {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    trailingZeroDisplay: options.trim ? 'stripIfInteger' : 'auto',
  });
  return format.format(minor / minorUnits(currency));
}

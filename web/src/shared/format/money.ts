import { pageLocale } from '../i18n/locale';
import { site } from '../site/boot';

const byLanguage: Record<string, string> = {
  'en-US': 'USD',
  'en-GB': 'GBP',
  'en-CA': 'CAD',
  'fr-FR': 'EUR',
  'de-DE': 'EUR',
};

type Options = { trim?: boolean; currency?: string };

/**
 * Minor units as an amount in the site's currency. `trim` drops a fraction of zero, on cards and club labels only,
 * never in carts, orders or receipts.
 */
export function money(minor: number, options: Options = {}): string {
  const language = pageLocale();
  const currency = options.currency ?? (site().currency || byLanguage[language] || 'USD');
  const format = new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: 2,
    trailingZeroDisplay: options.trim ? 'stripIfInteger' : 'auto',
  });
  return format.format(minor / 100);
}

import { digitsOnly } from './digits';
import { nationalDigits, type PhoneRule, phoneRule } from './phone-rules';
import { dashes, visible } from './visible';

/** Unicode letters with their marks, hyphens, apostrophes, points within names and spaces, as on the server. */
export function nameOnly(text: string): string {
  return visible(text)
    .replace(/[\u2018\u2019\u02bc\u2032\uff07\u00b4`]/g, "'")
    .replace(/[\u2027\u2219\u22c5]/g, '\u00b7')
    .replace(dashes, '-')
    .replace(/\s/g, ' ')
    .replace(/[^\p{L}\p{M}\-'\u00b7\u30fb\u05f3\u05f4 ]/gu, '')
    .normalize('NFC');
}

/** For email addresses and codes. */
export function noSpaces(text: string): string {
  return visible(text).replace(/\s/g, '');
}

function group(digits: string, { groups }: PhoneRule): string {
  let rest = digits;
  let out = '';
  for (const [index, [before, length]] of groups.entries()) {
    if (!rest) break;
    const size = index === groups.length - 1 ? rest.length : length;
    out += before + rest.slice(0, size);
    rest = rest.slice(size);
  }
  return out;
}

/** More digits are never a number. */
const mostDigits = 24;

/**
 * Formats a number while typing, in the site country's groups. It cuts no digits: the rule of the field rejects too many. Where
 * groups vary by area, people's own groups are kept.
 */
export function maskPhone(text: string, country: string): string {
  const rule = phoneRule(country);
  const { digits, isForeign } = nationalDigits(text, rule);
  if (isForeign) return `+${digits.slice(0, mostDigits)}`;
  if (rule.groups.length > 0) return group(digits.slice(0, mostDigits), rule);
  if (digits !== digitsOnly(text.normalize('NFKC'))) return digits.slice(0, mostDigits);
  return asTyped(text);
}

const asTyped = (text: string) =>
  text
    .normalize('NFKC')
    .replace(dashes, '-')
    .replace(/[^\d+()\-./ ]/g, '');

/** Digits of a number of the site's country, without its country code; empty if it isn't one. */
export function readPhone(text: string, country: string): string {
  const rule = phoneRule(country);
  const { digits, isForeign } = nationalDigits(text, rule);
  return !isForeign && digits.length >= rule.minimum && digits.length <= rule.maximum ? digits : '';
}

/** Formats a stored number: '(602) 555-0142'. Empty if it doesn't match the country's pattern. */
export function formatPhone(text: string, country: string): string {
  const rule = phoneRule(country);
  const digits = readPhone(text, country);
  return digits && rule.groups.length === 0 ? text : group(digits, rule);
}

/** Link that dials a number. One that doesn't match the country's pattern is dialed as it is written. */
export function phoneHref(text: string, country: string): string {
  return `tel:${readPhone(text, country) || text}`;
}

export const giftCardDigits = 19;

/** Formats a gift card number in groups of four; payment cards are never entered on our pages. */
export function maskCardNumber(text: string, maximum = giftCardDigits): string {
  const fours = digitsOnly(text)
    .slice(0, maximum)
    .match(/.{1,4}/g);
  return fours?.join('-') ?? '';
}

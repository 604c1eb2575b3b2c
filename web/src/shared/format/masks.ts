import { type PhoneRule, phoneRule } from './phone-rules';

export function digitsOnly(text: string): string {
  return text.replace(/\D/g, '');
}

/** Unicode letters with their marks, hyphens, apostrophes and spaces, as on the server. */
export function nameOnly(text: string): string {
  return text
    .replaceAll('’', "'")
    .replace(/[^\p{L}\p{M}\-' ]/gu, '')
    .normalize('NFC');
}

export function noSpaces(text: string): string {
  return text.replace(/\s/g, '');
}

function group(digits: string, rule: PhoneRule): string {
  let rest = digits;
  let out = '';
  for (const part of rule.mask) {
    if (!rest) break;
    out += part.before + rest.slice(0, part.digits);
    rest = rest.slice(part.digits);
  }
  return out;
}

/** Formats digits while typing, in the site country's pattern. */
export function maskPhone(text: string, country: string): string {
  const rule = phoneRule(country);
  return group(digitsOnly(text).slice(0, rule.maximum), rule);
}

/** Formats a stored number: '(602) 555-0142'. Empty if it doesn't match the country's pattern. */
export function formatPhone(text: string, country: string): string {
  const rule = phoneRule(country);
  const digits = digitsOnly(text);
  const fits = digits.length >= rule.minimum && digits.length <= rule.maximum;
  return fits ? group(digits, rule) : '';
}

export const giftCardDigits = 19;

/** Formats a gift card number in groups of four; payment cards are never entered on our pages. */
export function maskCardNumber(text: string, maximum = giftCardDigits): string {
  const fours = digitsOnly(text)
    .slice(0, maximum)
    .match(/.{1,4}/g);
  return fours?.join('-') ?? '';
}

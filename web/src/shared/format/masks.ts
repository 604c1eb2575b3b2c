import { type PhoneRule, phoneRule } from './phone-rules';

export function digitsOnly(text: string): string {
  return text.replace(/\D/g, '');
}

/** Composed Unicode letters with their marks, hyphen, apostrophe and space; the server cleans names alike. */
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

/** Digits as they are typed, in the grouping of the site's country. */
export function maskPhone(text: string, country: string): string {
  const rule = phoneRule(country);
  return group(digitsOnly(text).slice(0, rule.maximum), rule);
}

/** A stored number for reading: '(602) 555-0142'. One that does not fit the country's pattern shows nothing. */
export function formatPhone(text: string, country: string): string {
  const rule = phoneRule(country);
  const digits = digitsOnly(text);
  const fits = digits.length >= rule.minimum && digits.length <= rule.maximum;
  return fits ? group(digits, rule) : '';
}

export const giftCardDigits = 19;

/** A gift card's number in fours; payment cards are never typed into a page of ours. */
export function maskCardNumber(text: string, maximum = giftCardDigits): string {
  const fours = digitsOnly(text)
    .slice(0, maximum)
    .match(/.{1,4}/g);
  return fours?.join('-') ?? '';
}

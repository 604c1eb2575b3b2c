import { digitsOnly } from './digits';

/** Length of every code for kiosks. */
export const codeLength = 12;

/** Groups digits in fours, for reading and typing. */
export function inFours(text: string): string {
  return text.match(/.{1,4}/g)?.join(' ') ?? text;
}

/** Formats a code in groups of four digits. */
export const groupCode = (code: string) => inFours(digitsOnly(code));

/** Code that a text consists of, without spaces and hyphens. Empty if there is more than digits, as in a URL. */
export function codeIn(text: string): string {
  const digits = text.replace(/[\s-]/g, '');
  return /^\d+$/.test(digits) ? digits : '';
}

/** Whether the check digit is correct (Luhn). */
export function luhn(digits: string): boolean {
  let sum = 0;
  for (const [place, character] of [...digits].reverse().entries()) {
    const doubled = Number(character) * (place % 2 === 0 ? 1 : 2);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return digits.length > 0 && sum % 10 === 0;
}

/** Whether the digits can be a code, checked locally. */
export function isCode(digits: string): boolean {
  return digits.length === codeLength && luhn(digits);
}

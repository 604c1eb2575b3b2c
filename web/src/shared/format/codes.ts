import { digitsOnly } from './masks';

/** Of every code that a kiosk takes. */
export const codeLength = 12;

/** Digits are read out and typed in breaths of four. */
export function inFours(text: string): string {
  return text.match(/.{1,4}/g)?.join(' ') ?? text;
}

/** A code for reading, however it was written. */
export const groupCode = (code: string) => inFours(digitsOnly(code));

/** Whether the last digit is the one that the others ask for. */
export function luhn(digits: string): boolean {
  let sum = 0;
  for (const [place, character] of [...digits].reverse().entries()) {
    const doubled = Number(character) * (place % 2 === 0 ? 1 : 2);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return digits.length > 0 && sum % 10 === 0;
}

/** Whether these digits can be a code, as far as that is seen without asking. */
export function isCode(digits: string): boolean {
  return digits.length === codeLength && luhn(digits);
}

import * as v from 'valibot';
import { digitsOnly } from '@/shared/format/digits';
import { maskCardNumber } from '@/shared/format/masks';
import { dashes, visible } from '@/shared/format/visible';
import { cardNumber } from '@/shared/forms/rules';

export type NumberValues = { cardNumber: string };

export function numberSchema() {
  return v.object({ cardNumber: cardNumber('gift') });
}

/** Groups digits in fours while typing. Other input is kept, so that validation can explain the problem. */
export function typedNumber(text: string): string {
  const plain = visible(text).replace(dashes, '-');
  return /[^\d\s-]/.test(plain) ? plain.trim() : maskCardNumber(plain);
}

export function plainNumber({ cardNumber: text }: NumberValues): string {
  return digitsOnly(text);
}

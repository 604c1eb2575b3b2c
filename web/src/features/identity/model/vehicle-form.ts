import { i18n } from '@lingui/core';
import * as v from 'valibot';
import { visible } from '@/shared/format/visible';
import { atMost, atMostText, required } from '@/shared/forms/rules';
import { hasStates } from '@/shared/site/country-words';

export const longestWord = 20;
export const longestPlate = 10;

/** License plate in the server's format: uppercase, without special characters. A long one isn't cut but rejected. */
export function plate(text: string): string {
  return visible(text)
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase();
}

export function vehicleSchema() {
  return v.object({
    state: hasStates() ? atMost(longestWord) : atMostText(longestWord),
    make: atMost(longestWord),
    model: atMost(longestWord),
    color: atMost(longestWord),
    year: v.pipe(required(), v.regex(/^\d{4}$/, i18n._('Enter 4 digits.'))),
    license: v.pipe(atMost(longestPlate), v.regex(/\w/, i18n._('Input is required.'))),
  });
}

import { i18n } from '@lingui/core';
import * as v from 'valibot';

/** The most that is taken for an amount, in minor units. */
const most = 100_000_000;

/** What was typed as an amount, in minor units; null where it is none. The comma and the point both part the cents. */
export function parseAmount(text: string): number | null {
  const parts = /^(\d{1,9})(?:[.,](\d{1,2}))?$/.exec(text.trim());
  if (!parts) return null;
  const minor = Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0'));
  return minor <= most ? minor : null;
}

/** Minor units as somebody would type them. */
export function typedAmount(minor: number): string {
  return (minor / 100).toFixed(2);
}

/** An amount that is typed. */
export const amount = () =>
  v.pipe(
    v.string(),
    v.trim(),
    v.check((text) => parseAmount(text) !== null, i18n._('Please enter an amount, such as 12.50.')),
  );

import { i18n } from '@lingui/core';
import * as v from 'valibot';
import type { PackageSettings } from '@/features/site/api/packages';

/** Signing identities as entered, with one fingerprint per line. */
export type TypedSigners = { appleTeamId: string; androidFingerprints: string };

const mostFingerprints = 5;

/** Unique fingerprints in a text. */
export function fingerprintsIn(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim().toUpperCase());
  return [...new Set(lines.filter(Boolean))];
}

/** SHA-256 fingerprint as printed by Android's tools. */
const isFingerprint = (line: string) => /^[0-9A-F]{2}(?::[0-9A-F]{2}){31}$/.test(line);

export const signersSchema = () =>
  v.object({
    appleTeamId: v.pipe(
      v.string(),
      v.trim(),
      v.regex(/^(?:[A-Z0-9]{10})?$/, i18n._('Enter 10 capital letters and digits.')),
    ),
    androidFingerprints: v.pipe(
      v.string(),
      v.check(
        (text) => fingerprintsIn(text).every(isFingerprint),
        i18n._('Enter SHA-256 fingerprints with 32 hexadecimal pairs.'),
      ),
      v.check(
        (text) => fingerprintsIn(text).length <= mostFingerprints,
        i18n._('Enter up to 5 fingerprints.'),
      ),
    ),
  });

export const typedOf = ({ appleTeamId, androidFingerprints }: PackageSettings): TypedSigners => ({
  appleTeamId: appleTeamId ?? '',
  androidFingerprints: androidFingerprints.join('\n'),
});

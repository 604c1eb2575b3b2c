import * as v from 'valibot';
import { expect, it } from 'vitest';
import { fingerprintsIn, signersSchema, typedOf } from './signers-schema';

const fingerprint = Array.from({ length: 32 }, () => 'ab').join(':');

const complaintsOf = (appleTeamId: string, androidFingerprints: string) =>
  v.safeParse(signersSchema(), { appleTeamId, androidFingerprints }).issues?.map(({ message }) => message) ??
  [];

it('accepts valid identities and blank fields', () => {
  expect(complaintsOf('', '')).toEqual([]);
  expect(complaintsOf(' ABCDE12345 ', `${fingerprint}\n\n ${fingerprint.toUpperCase()} `)).toEqual([]);
});

it('rejects invalid teams and fingerprints', () => {
  const noTeam = 'Enter 10 capital letters and digits.';
  for (const wrong of ['abcde12345', 'ABCDE1234', 'ABCDE123456'])
    expect(complaintsOf(wrong, '')).toEqual([noTeam]);
  const noFingerprint = 'Enter SHA-256 fingerprints with 32 hexadecimal pairs.';
  for (const wrong of [
    'AB',
    fingerprint.replaceAll(':', ''),
    `${fingerprint}:ab`,
    fingerprint.replace('ab', 'xy'),
  ])
    expect(complaintsOf('', wrong)).toEqual([noFingerprint]);
  const six = Array.from({ length: 6 }, (_, n) => fingerprint.replace('ab', `0${n}`)).join('\n');
  expect(complaintsOf('', six)).toEqual(['Enter up to 5 fingerprints.']);
});

it('parses and formats one per line', () => {
  expect(fingerprintsIn(` ${fingerprint}\n${fingerprint.toUpperCase()}\n`)).toEqual([
    fingerprint.toUpperCase(),
  ]);
  const kept = {
    version: 'v',
    bundleId: 'b',
    applicationId: 'a',
    name: 'n',
    androidFingerprints: ['x', 'y'],
  };
  expect(typedOf(kept)).toEqual({ appleTeamId: '', androidFingerprints: 'x\ny' });
});

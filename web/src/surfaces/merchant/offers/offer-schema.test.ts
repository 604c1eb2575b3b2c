import * as v from 'valibot';
import { expect, it } from 'vitest';
import type { OfferManifest } from '@/shared/api/types';
import { emptyOffer, offerOf, offerSchema, typedOffer } from './offer-schema';

const timeZone = 'America/Phoenix';

const offer: OfferManifest = {
  name: 'Five off',
  description: 'Five dollars off the next order.',
  terms: 'Once each.',
  code: 'FIVE',
  award: { type: 'DollarDiscTrans', amount: 550 },
  startsAt: '2026-11-20T07:00:00.000Z',
  endsAt: '2026-12-20T07:00:00.000Z',
  claimLimit: 2,
  totalCap: 100,
  expiry: { type: 'relative', days: 14 },
  locations: [1, 3],
  kiosk: { kioskItem: 'Glow', allowUpgrade: true, autoSelect: false },
};

it('round-trips an offer', () => {
  const typed = typedOffer(offer, timeZone);
  expect(typed).toMatchObject({ amount: '5.50', startsAt: '2026-11-20T00:00', days: '14', totalCap: '100' });
  expect(offerOf(typed, { timeZone, hasCode: true })).toEqual(offer);
  expect(v.safeParse(offerSchema(true), typed).success).toBe(true);
});

it("omits empty fields and a deal's code", () => {
  const plain = offerOf({ ...emptyOffer, name: 'A wash', code: 'X' }, { timeZone, hasCode: false });
  expect(plain).toMatchObject({
    code: null,
    award: { type: 'Item' },
    startsAt: null,
    endsAt: null,
    totalCap: null,
  });
  expect(plain.expiry).toEqual({ type: 'none' });
});

it.each([
  ['name', { name: ' ' }],
  ['code', { code: '' }],
  ['amount', { award: 'DollarDiscItem', amount: '' }],
  ['amount', { award: 'DollarDiscItem', amount: '0' }],
  ['endsAt', { startsAt: '2026-12-02T00:00', endsAt: '2026-12-01T00:00' }],
  ['expiry', { expiry: 'withOffer', endsAt: '' }],
  ['days', { expiry: 'relative', days: '0' }],
  ['date', { expiry: 'fixed', date: '' }],
  ['claimLimit', { claimLimit: '0' }],
  ['totalCap', { totalCap: 'many' }],
] as const)('rejects %s of %j', (field, entered) => {
  const parsed = v.safeParse(offerSchema(true), {
    ...emptyOffer,
    name: 'Five off',
    code: 'FIVE',
    ...entered,
  });
  expect(parsed.issues?.map((issue) => issue.path?.[0]?.key)).toEqual([field]);
});

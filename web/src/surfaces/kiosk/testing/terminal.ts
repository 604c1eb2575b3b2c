import { keepKey, pairing } from '@/features/terminal/model/pairing';
import type { PaymentAnswer, RedemptionAnswer, ResolvedCode } from '@/shared/api/types';
import { location } from '@/shared/testing/locations';
import { answer, ok } from '@/shared/testing/server';

/** Code with a valid check digit. */
export const code = '104822597316';

export const item: ResolvedCode = {
  class: 'wash',
  name: 'Glow',
  itemType: 'AppWash',
  washes: [],
  discountTaxes: 0,
  kioskItem: null,
  allowUpgrade: false,
  autoSelect: false,
  useLimitCount: 0,
  maxUses: 1,
  expirationDate: null,
};

export const redemption = (state: RedemptionAnswer['state']): RedemptionAnswer => ({
  redemptionId: 'r1',
  state,
  reservedUntil: new Date(Date.now() + 120_000).toISOString(),
  useLimitCount: state === 'confirmed' ? 1 : 0,
  maxUses: 1,
});

/** Token that charges the card on file. */
export const token = '804822597311';

export const airPay: ResolvedCode = { ...item, class: 'airpay', name: 'AirPAY', itemType: 'AirPay' };

export const payment = (state: PaymentAnswer['state']): PaymentAnswer => ({
  paymentId: 'p1',
  state,
  code: '',
  orderNumber: '10001',
  transRecordId: 'r1',
  amount: 1296,
  confirmBy: state === 'approved' ? new Date(Date.now() + 60_000).toISOString() : null,
});

const always = [{ open: '00:00', close: '24:00' }];

/** Hours of a location that never closes. */
const openingHours = {
  week: {
    monday: always,
    tuesday: always,
    wednesday: always,
    thursday: always,
    friday: always,
    saturday: always,
    sunday: always,
  },
  special: [],
};

export function answerMe() {
  answer('get', '/locations', () => ok([location({ openingHours })]));
  answer('get', '/terminal/me', () =>
    ok({
      terminalId: 't1',
      label: 'Lane 1',
      location: { id: 1, name: 'Mesa', taxRate: 80_000 },
      site: {
        name: 'Sparkle',
        subdomain: 'sparkle',
        currency: 'USD',
        timeZone: 'America/Phoenix',
        legalName: 'Sparkle LLC',
        address: ['1 Main St', 'Mesa, AZ 85201'],
        taxNumber: 'AZ 20-1234567',
        pricesIncludeTax: false,
      },
      serverTime: new Date().toISOString(),
    }),
  );
}

/** Kiosk paired long ago with a server that knows it. */
export function paired() {
  keepKey({ terminalId: 't1', terminalKey: 'key-1' });
  answerMe();
  return () => pairing.read();
}

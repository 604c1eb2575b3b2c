import type { WalletItem } from '@/shared/api/types';

/** Wash as returned by the server; tests override fields. */
export function walletItem(fields: Partial<WalletItem> = {}): WalletItem {
  return {
    id: 'a',
    name: 'Glow',
    label: 'Glow',
    code: '104822597316',
    locations: [],
    washes: [],
    purchasedDate: '2026-11-20T10:00:00Z',
    expirationDate: null,
    maxUses: 1,
    useLimitCount: 0,
    isGift: false,
    giftedFrom: null,
    giftMessage: null,
    itemType: 'AppWash',
    state: 'active',
    ...fields,
  };
}

import { i18n } from '@lingui/core';
import type { Unit } from '@/features/checkout/model/units';
import type { ProductType } from '@/shared/api/types';
import { productKinds, productTypes } from '@/shared/products/kinds';

/** New items in the wallet: one code, several, or a membership. */
type InWallet = 'code' | 'codes' | 'club';

function inWallet(own: ProductType[]): InWallet | null {
  const things = own.map((kind) => productKinds[kind].inWallet);
  const codes = things.filter((thing) => thing === 'code').length;
  if (things.includes('codes') || codes > 1) return 'codes';
  if (codes === 1) return 'code';
  return things.includes('club') ? 'club' : null;
}

/** Summary of a purchase in a sentence or two, and its wallet items. */
export function whatCame(units: Unit[]): { text: string; wallet: InWallet | null } {
  const own = units.filter((unit) => unit.recipient === undefined).map((unit) => unit.productType);
  const wallet = inWallet(own);
  const kinds = productTypes.filter((kind) => own.includes(kind));
  const sentences = [
    wallet === 'code' && i18n._('Your code is in your wallet.'),
    wallet === 'codes' && i18n._('Your codes are in your wallet.'),
    ...kinds.map((kind) => productKinds[kind].thanks?.()),
    own.length < units.length && i18n._("We've emailed your gift."),
  ];
  return { text: sentences.filter(Boolean).join(' '), wallet };
}

/** Label of the button that ends a purchase. */
export function wayOn(wallet: InWallet | null): string {
  if (wallet === 'code') return i18n._('Show my code');
  if (wallet === 'codes') return i18n._('Show my codes');
  if (wallet === 'club') return i18n._('Show my membership');
  return i18n._('Show my order');
}

import { i18n } from '@lingui/core';
import type { ProductType } from '../api/types';
import type { IconName } from '../ui/icon-paths';

type Kind = {
  /** Name of one item, in purchases and the wallet. */
  name: () => string;
  icon: IconName;
  /** Section of the cart. Sections appear in the order of this list. */
  cartPart: () => string;
  /** Whether it can be given as a gift. */
  giftable: boolean;
  /** Whether it is a club: one at a time, with terms, for a vehicle, and billed monthly. */
  membership: boolean;
  /** Whether it is shipped. */
  sent: boolean;
  /** Type of its wallet items. */
  inWallet: 'code' | 'codes' | 'club' | null;
  /** Message after the purchase, in addition to the wallet items. */
  thanks: (() => string) | null;
};

const none = { giftable: false, membership: false, sent: false, inWallet: null, thanks: null };

/** Differences between product types. */
export const productKinds: Record<ProductType, Kind> = {
  AppClub: {
    ...none,
    name: () => i18n._('Wash Club'),
    icon: 'calendar',
    cartPart: () => i18n._('Wash Club'),
    membership: true,
    inWallet: 'club',
    thanks: () => i18n._('Welcome to the club!'),
  },
  AppBundle: {
    ...none,
    name: () => i18n._('Bundle Codes'),
    icon: 'tag',
    cartPart: () => i18n._('Bundles'),
    giftable: true,
    inWallet: 'codes',
  },
  AppWash: {
    ...none,
    name: () => i18n._('Single Wash'),
    icon: 'car',
    cartPart: () => i18n._('Single washes'),
    giftable: true,
    inWallet: 'code',
  },
  GiftCard: {
    ...none,
    name: () => i18n._('Gift Card'),
    icon: 'card',
    cartPart: () => i18n._('Merchandise'),
    thanks: () => i18n._("We've emailed your gift card."),
  },
  GiftCardRecharge: {
    ...none,
    name: () => i18n._('Gift card reload'),
    icon: 'card',
    cartPart: () => i18n._('Merchandise'),
    thanks: () => i18n._('Your gift card is reloaded.'),
  },
  Swag: {
    ...none,
    name: () => i18n._('Merchandise'),
    icon: 'bag',
    cartPart: () => i18n._('Merchandise'),
    sent: true,
    thanks: () => i18n._("We'll pack and ship your order."),
  },
  AirPay: {
    ...none,
    name: () => 'AirPAY',
    icon: 'bolt',
    cartPart: () => i18n._('Merchandise'),
  },
};

/** All types in display order. */
export const productTypes = Object.keys(productKinds) as ProductType[];

export function isProductType(value: unknown): value is ProductType {
  return typeof value === 'string' && Object.hasOwn(productKinds, value);
}

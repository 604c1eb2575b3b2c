import { i18n } from '@lingui/core';
import type { IconName } from '../ui/icon-paths';
import { isProductType, productKinds } from './kinds';

const discount = { name: () => i18n._('Discount Code'), icon: 'dollarSign' } as const;

/** Wallet item types that aren't products. */
const otherKinds: Record<string, { name?: () => string; icon?: IconName }> = {
  AppPoints: { name: () => i18n._('Awards'), icon: 'gift' },
  DollarDiscTrans: discount,
  DollarDiscItem: discount,
  Item: { name: () => i18n._('Redeemed Wash') },
  Loyalty: { icon: 'award' },
};

function kindOf(itemType: string): { name?: () => string; icon?: IconName } | undefined {
  return isProductType(itemType) ? productKinds[itemType] : otherKinds[itemType];
}

export function isDiscount(itemType: string): boolean {
  return kindOf(itemType) === discount;
}

export function kindLabel(itemType: string): string {
  return kindOf(itemType)?.name?.() ?? itemType;
}

export function kindIcon(itemType: string): IconName {
  return kindOf(itemType)?.icon ?? 'car';
}

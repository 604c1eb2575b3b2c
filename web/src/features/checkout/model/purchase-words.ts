import { i18n } from '@lingui/core';
import type { ProductType } from '@/shared/api/types';
import type { IconName } from '@/shared/ui/icon-paths';

export function purchaseIcon(kind: ProductType): IconName {
  if (kind === 'AppWash') return 'car';
  if (kind === 'AppBundle') return 'tag';
  if (kind === 'AppClub') return 'calendar';
  if (kind === 'Swag') return 'bag';
  return 'card';
}

export function purchaseKind(kind: ProductType): string {
  if (kind === 'AppWash') return i18n._('Single Wash');
  if (kind === 'AppBundle') return i18n._('Bundle Codes');
  if (kind === 'AppClub') return i18n._('Wash Club');
  if (kind === 'GiftCard') return i18n._('Gift Card');
  if (kind === 'GiftCardRecharge') return i18n._('Gift card reload');
  return i18n._('Merchandise');
}

/** Where a parcel is, in the customer's words; a state that is none of theirs says nothing. */
export function fulfilmentLabel(state: string | null | undefined): string | null {
  switch (state) {
    case 'awaiting_address':
      return i18n._('Waiting for your address');
    case 'queued':
      return i18n._('To be packed');
    case 'packed':
      return i18n._('Packed');
    case 'shipped':
      return i18n._('Shipped');
    case 'delivered':
      return i18n._('Delivered');
    case 'returned':
      return i18n._('Returned');
    case 'cancelled':
      return i18n._('Cancelled');
    default:
      return null;
  }
}

/** What became of an order that is not simply paid. */
export function orderLabel(state: string | undefined): string | null {
  if (state === 'refunded') return i18n._('Refunded');
  if (state === 'partially_refunded') return i18n._('Partly refunded');
  if (state === 'voided') return i18n._('Cancelled');
  return null;
}

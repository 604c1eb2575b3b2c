import { i18n } from '@lingui/core';
import { ApiError, errorText } from '@/shared/api/api-error';
import type { ErrorCode } from '@/shared/api/types';

function textOf(code: ErrorCode): string | undefined {
  switch (code) {
    case 'price_changed':
      return i18n._(
        'A price has changed in the meantime. Nothing was charged: please look at the new total.',
      );
    case 'sold_out':
      return i18n._('Something in your order has just sold out. Nothing was charged.');
    case 'not_found':
      return i18n._('Something in your order is no longer sold. Please remove it and try again.');
    case 'not_for_this_location':
      return i18n._('Something in your order is not sold at the location you chose.');
    case 'payment_pending':
      return i18n._('An earlier payment of yours is still being checked. Please wait until it is settled.');
    case 'taken':
      return i18n._('You have a wash club already.');
    case 'terms_required':
      return i18n._('Please accept the terms of the wash club first.');
    case 'vehicle_required':
      return i18n._('A wash club needs your vehicle. Please add it first.');
    case 'address_required':
      return i18n._('Your order needs a shipping address.');
    case 'card_required':
      return i18n._('Please add a card first.');
    case 'processor_unavailable':
      return i18n._('The payment provider cannot be reached. Nothing was charged: please try again later.');
    default:
      return undefined;
  }
}

/** Why an order or its total was refused, for the customer. What has no text of ours keeps the server's. */
export function orderFailure(error: unknown): string {
  if (!(error instanceof ApiError)) return errorText(error);
  const [field] = Object.entries(error.fields);
  if (field?.[0].endsWith('productId')) return textOf('not_found') ?? error.message;
  return field?.[1] ?? (error.code && textOf(error.code)) ?? error.message;
}

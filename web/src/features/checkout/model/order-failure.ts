import { i18n } from '@lingui/core';
import { ApiError, errorText } from '@/shared/api/api-error';
import type { ErrorCode } from '@/shared/api/types';

type Named = { name?: string };

function textOf(code: ErrorCode): string | undefined {
  switch (code) {
    case 'price_changed':
      return i18n._(
        'A price has changed in the meantime. Nothing was charged: please look at the new total.',
      );
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

/** The name of the unit that a field is about, as in `products[2].cardNumber`. */
function nameOf(field: string, units: Named[]): string | undefined {
  const index = /^products\[(\d+)\]/.exec(field)?.[1];
  return index && units[Number(index)]?.name;
}

/**
 * Why an order or its total was refused, for the customer. `units` are what was asked for, so that the one at fault is
 * named. What has no text of ours keeps the server's, which names what is sold out or not sold here.
 */
export function orderFailure(error: unknown, units: Named[] = []): string {
  if (!(error instanceof ApiError)) return errorText(error);
  const [field] = Object.entries(error.fields);
  if (!field) return (error.code && textOf(error.code)) ?? error.message;
  const [path, complaint] = field;
  const name = nameOf(path, units);
  return name ? i18n._('{name}: {complaint}', { name, complaint }) : complaint;
}

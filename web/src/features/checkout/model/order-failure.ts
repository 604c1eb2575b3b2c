import { i18n } from '@lingui/core';
import { ApiError, errorText } from '@/shared/api/api-error';
import type { ErrorCode } from '@/shared/api/types';

type Named = { name?: string };

function textOf(code: ErrorCode): string | undefined {
  switch (code) {
    case 'price_changed':
      return i18n._("A price has changed. You weren't charged. Review the new total.");
    case 'payment_pending':
      return i18n._("We're still checking your last payment. Try again when it's complete.");
    case 'taken':
      return i18n._('You already have a wash club.');
    case 'terms_required':
      return i18n._('Accept the Wash Club terms first.');
    case 'vehicle_required':
      return i18n._('Add your vehicle before you join a wash club.');
    case 'address_required':
      return i18n._('Add a shipping address.');
    case 'card_required':
      return i18n._('Add a card first.');
    case 'processor_unavailable':
      return i18n._("We can't reach the payment processor. You weren't charged. Try again later.");
    default:
      return undefined;
  }
}

/** Name of the unit in a field path such as `products[2].cardNumber`. */
function nameOf(field: string, units: Named[]): string | undefined {
  const index = /^products\[(\d+)\]/.exec(field)?.[1];
  return index && units[Number(index)]?.name;
}

/**
 * Message for a failed order or quote. `units` lets it name the affected product. Other errors keep the
 * server's message, which names what is sold out or unavailable.
 */
export function orderFailure(error: unknown, units: Named[] = []): string {
  if (!(error instanceof ApiError)) return errorText(error);
  const [field] = Object.entries(error.fields);
  if (!field) return (error.code && textOf(error.code)) ?? error.message;
  const [path, complaint] = field;
  const name = nameOf(path, units);
  return name ? i18n._('{name}: {complaint}', { name, complaint }) : complaint;
}

import { i18n } from '@lingui/core';
import type { OrderLine, OrderReversal, OrderSummary } from '@/shared/api/types';
import type { Mood } from '@/shared/office/state-chip';

type Said = { label: string; mood: Mood };

const reasons: Record<NonNullable<OrderReversal['reason']>, () => string> = {
  customer_request: () => i18n._('Customer request'),
  service_problem: () => i18n._('Service problem'),
  wrong_item: () => i18n._('Wrong item'),
  duplicate: () => i18n._('Duplicate order'),
  fraud: () => i18n._('Suspected fraud'),
  other: () => i18n._('Other'),
};

/** Reason of a refund; undefined if none was selected. */
export const refundReasonOf = ({ reason }: Pick<OrderReversal, 'reason'>) => reason && reasons[reason]();

const listed = ['customer_request', 'service_problem', 'wrong_item', 'duplicate', 'fraud', 'other'] as const;

const destinations: Record<OrderReversal['destination'], () => string> = {
  card: () => i18n._('Original card'),
  gift_card: () => i18n._('New gift card'),
};

/** Destinations to choose from. */
export const refundDestinations = () =>
  (['card', 'gift_card'] as const).map((value) => ({ value, label: destinations[value]() }));

/** Reasons to choose from. */
export const refundReasons = () => listed.map((value) => ({ value, label: reasons[value]() }));

const states: Record<string, () => Said> = {
  pending: () => ({ label: i18n._('Processing'), mood: 'busy' }),
  unknown: () => ({ label: i18n._('Payment unknown'), mood: 'bad' }),
  flagged: () => ({ label: i18n._('Needs review'), mood: 'bad' }),
  paid: () => ({ label: i18n._('Paid'), mood: 'good' }),
  failed: () => ({ label: i18n._('Failed'), mood: 'over' }),
  partially_refunded: () => ({ label: i18n._('Partially refunded'), mood: 'told' }),
  refunded: () => ({ label: i18n._('Refunded'), mood: 'over' }),
  voided: () => ({ label: i18n._('Voided'), mood: 'over' }),
};

/** Status of an order. */
export function stateOf({ state }: Pick<OrderSummary, 'state'>): Said {
  return states[state]?.() ?? { label: state, mood: 'over' };
}

const shipments: Record<NonNullable<OrderLine['fulfillmentState']>, () => Said> = {
  awaiting_address: () => ({ label: i18n._('Address needed'), mood: 'busy' }),
  queued: () => ({ label: i18n._('Ready to pack'), mood: 'busy' }),
  packed: () => ({ label: i18n._('Packed'), mood: 'busy' }),
  shipped: () => ({ label: i18n._('Shipped'), mood: 'told' }),
  delivered: () => ({ label: i18n._('Delivered'), mood: 'good' }),
  returned: () => ({ label: i18n._('Returned'), mood: 'over' }),
  cancelled: () => ({ label: i18n._('Canceled'), mood: 'over' }),
};

/** Shipment status of a line; undefined if it has none. */
export function shipmentOf({ fulfillmentState }: Pick<OrderLine, 'fulfillmentState'>): Said | null {
  return fulfillmentState ? shipments[fulfillmentState]() : null;
}

const refunds: Record<string, () => Said> = {
  initiated: () => ({ label: i18n._('Pending'), mood: 'busy' }),
  done: () => ({ label: i18n._('Succeeded'), mood: 'good' }),
  declined: () => ({ label: i18n._('Declined'), mood: 'over' }),
  unknown: () => ({ label: i18n._('Status unknown'), mood: 'bad' }),
};

/** Status of a refund. */
export function refundStateOf({ state }: Pick<OrderReversal, 'state'>): Said {
  return refunds[state]?.() ?? { label: state, mood: 'over' };
}

const charges: Record<string, () => Said> = {
  initiated: () => ({ label: i18n._('Pending'), mood: 'busy' }),
  approved: () => ({ label: i18n._('Approved'), mood: 'good' }),
  declined: () => ({ label: i18n._('Declined'), mood: 'over' }),
  unknown: () => ({ label: i18n._('Status unknown'), mood: 'bad' }),
  voided: () => ({ label: i18n._('Voided'), mood: 'over' }),
  refunded: () => ({ label: i18n._('Refunded'), mood: 'over' }),
};

/** Status of an order's payment. */
export function chargeStateOf({ state }: { state: string }): Said {
  return charges[state]?.() ?? { label: state, mood: 'over' };
}

const processors: Record<string, string> = {
  moneris: 'Moneris',
  moneris_deprecated: 'Moneris',
  exacthosted: 'E-xact',
  worldpay: 'Worldpay',
  ips: 'IPS',
};

export function processorName(processor: string): string {
  return processors[processor] ?? processor;
}

/** Whether a processor can be asked for the outcome of a charge or refund. E-xact can't. */
const isAsked = (processor: string) => processor !== 'exacthosted';

/** Next step for a refund whose status is unknown. */
export function refundHelp(processor: string): string {
  const name = processorName(processor);
  return isAsked(processor)
    ? i18n._(
        "We'll keep checking this refund with {name}. If you find it in your {name} dashboard, record it here.",
        { name },
      )
    : i18n._(
        "{name} can't report the status of this refund. Find it in your {name} dashboard, then mark it as completed or failed.",
        { name },
      );
}

/** Ordered products in one line. */
export function productsOf({ products }: Pick<OrderSummary, 'products'>): string {
  return products.map(({ name, quantity }) => (quantity > 1 ? `${quantity} × ${name}` : name)).join(', ');
}

import type { OrderDetail, OrderLine } from '@/shared/api/types';

/** Total of a line, in minor units. */
export function costOf({ price, taxes }: Pick<OrderLine, 'price' | 'taxes'>): number {
  return price + taxes;
}

type Refundable = Pick<OrderDetail, 'state' | 'lines' | 'disputed' | 'disputable'>;

/** Lines that aren't refunded, being refunded or charged back. */
export function refundableLines({ state, lines, disputed, disputable }: Refundable): OrderLine[] {
  const paid = state === 'paid' || state === 'partially_refunded';
  const left = (line: OrderLine) => disputed === 0 || costOf(line) <= disputable;
  return paid ? lines.filter((line) => line.reversalId == null && left(line)) : [];
}

/** Lines that can be refunded by amount. A gift card is refunded by its balance. */
export function splittableLines(lines: OrderLine[]): OrderLine[] {
  return lines.filter((line) => !line.appProductType.startsWith('GiftCard') && costOf(line) > 1);
}

/** Maximum unused codes of a bundle that can be refunded while others remain; 0 for none. */
export function partCodes(
  line: Pick<OrderLine, 'appProductType' | 'isGift' | 'unused' | 'quantity'>,
): number {
  if (line.appProductType !== 'AppBundle' || line.isGift) return 0;
  return Math.max(0, Math.min(line.unused, line.quantity - 1));
}

/** Cost of some codes of a bundle in minor units, rounded as on the server. */
export function bundlePartCost(line: OrderLine, codes: number): number {
  return Math.floor((costOf(line) * codes) / line.quantity);
}

/** Whether a refund can restock merchandise: it hasn't shipped, or was returned. */
export function canRestock({ fulfillmentState: state }: Pick<OrderLine, 'fulfillmentState'>): boolean {
  return state === 'awaiting_address' || state === 'queued' || state === 'packed' || state === 'returned';
}

/** Whether a refund needs a reason: the item was used or is with the customer. */
export function needsReason({
  used,
  fulfillmentState,
}: Pick<OrderLine, 'used' | 'fulfillmentState'>): boolean {
  return used > 0 || fulfillmentState === 'shipped' || fulfillmentState === 'delivered';
}

type Shipment = NonNullable<OrderLine['fulfillmentState']>;

/** Next shipment states, as on the server. */
const steps: Record<Shipment, Shipment[]> = {
  awaiting_address: ['cancelled'],
  queued: ['packed', 'shipped', 'cancelled'],
  packed: ['shipped', 'queued', 'cancelled'],
  shipped: ['delivered', 'returned'],
  delivered: ['returned'],
  returned: [],
  cancelled: [],
};

export function nextSteps({
  fulfillmentState,
  reversalId,
}: Pick<OrderLine, 'fulfillmentState' | 'reversalId'>): Shipment[] {
  if (!fulfillmentState) return [];
  // Refunded merchandise isn't shipped, but may still be returned.
  return steps[fulfillmentState].filter(
    (step) => reversalId == null || step === 'returned' || step === 'delivered',
  );
}

/** Lines with merchandise that hasn't shipped. */
export function unsent({ lines }: Pick<OrderDetail, 'lines'>): OrderLine[] {
  return lines.filter(
    ({ fulfillmentState: state, reversalId }) =>
      reversalId == null && (state === 'awaiting_address' || state === 'queued' || state === 'packed'),
  );
}

/** Lines with merchandise to pack or ship. */
export function toPack({ lines }: OrderDetail): OrderLine[] {
  return lines.filter(
    ({ fulfillmentState }) => fulfillmentState === 'queued' || fulfillmentState === 'packed',
  );
}

import type { OrderDetail, OrderLine } from '@/shared/api/types';

/** Total of a line, in minor units. */
export function costOf({ price, taxes }: Pick<OrderLine, 'price' | 'taxes'>): number {
  return price + taxes;
}

type Left = Pick<OrderDetail, 'lines' | 'refundable'>;

/** Lines that can be refunded as a whole. */
export function wholeLines({ lines, refundable }: Left): OrderLine[] {
  return lines.filter((line) => line.refundable != null && line.refundable <= refundable);
}

/** Maximum amount of a line that can be refunded while the customer keeps the item; 0 for none. */
export function mostOf({ refundable }: Pick<Left, 'refundable'>, line: OrderLine): number {
  // A gift card is refunded by its balance.
  if (line.refundable == null || line.appProductType.startsWith('GiftCard')) return 0;
  return Math.max(0, Math.min(line.refundable, costOf(line) - 1, refundable));
}

/** Lines that can be refunded by amount. */
export function splittableLines(order: Left): OrderLine[] {
  return order.lines.filter((line) => mostOf(order, line) > 0);
}

/** Maximum unused codes of a bundle that can be refunded while others remain; 0 for none. */
export function partCodes({ refundable }: Pick<Left, 'refundable'>, line: OrderLine): number {
  if (line.appProductType !== 'AppBundle' || line.isGift || line.refundable == null) return 0;
  let codes = Math.max(0, Math.min(line.unused, line.quantity - 1));
  while (bundlePartCost(line, codes) > refundable) codes -= 1;
  return codes;
}

/** Bundles with codes that can be refunded. */
export function bundlesOf(order: Left): OrderLine[] {
  return order.lines.filter((line) => partCodes(order, line) > 0);
}

/** Whether anything can be refunded. */
export function canRefund(order: Left): boolean {
  return wholeLines(order).length + splittableLines(order).length + bundlesOf(order).length > 0;
}

/** Amount of a refund of whole lines, as on the server: the balance of a card is refunded only once. */
export function refundOf(lines: OrderLine[]): number {
  const taken = new Map<number, number>();
  return lines.reduce((sum, line) => {
    const { loadedCard: card, refundable } = line;
    if (!card) return sum + (refundable ?? 0);
    const before = taken.get(card.cardId) ?? 0;
    const now = Math.max(0, Math.min(card.amount, card.balance - before));
    taken.set(card.cardId, before + now);
    return sum + Math.floor((costOf(line) * now) / card.amount);
  }, 0);
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

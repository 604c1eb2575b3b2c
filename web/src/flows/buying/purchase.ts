import { i18n } from '@lingui/core';
import { chosenLocation } from '@/features/catalog/model/location-choice';
import { orderBody } from '@/features/checkout/api/order-body';
import { OrderInDoubt } from '@/features/checkout/api/orders';
import { fetchQuote } from '@/features/checkout/api/quote';
import { cart } from '@/features/checkout/model/cart';
import { openOrder } from '@/features/checkout/model/open-order';
import { NotSent, placeOrder } from '@/features/checkout/model/place-order';
import { unitsOf } from '@/features/checkout/model/units';
import { paymentQuery } from '@/features/payments/api/payment';
import type { OrderResult, Quote, ShippingAddress } from '@/shared/api/types';
import { productKinds } from '@/shared/products/kinds';
import type { Another } from '@/shared/ui/dialogs';
import { askAddress } from './ask-address';
import { confirmTotal, type Outcome } from './confirm-total';
import { ensureCard } from './ensure-card';
import { ensureVehicle } from './ensure-vehicle';
import type { Order } from './order';
import { tellFailure } from './tell-failure';
import { tellResult } from './tell-result';
import type { Way } from './way';

/** Same order for another attempt; the cart has a new key. */
function again(order: Order): Order {
  return order.from ? { ...order, from: { ...order.from, key: cart.read().key } } : order;
}

type DiscountChoice = Another & { chosen?: number[] };

/** Keeps the discount of a quote for another purchase, or uses the kept ones after all. */
function discountChoice({ discountItemId }: Quote, kept: number[] = []): DiscountChoice | undefined {
  if (discountItemId == null && kept.length === 0) return undefined;
  const choice: DiscountChoice = {
    label: discountItemId == null ? i18n._('Use discounts') : i18n._('Keep discount for later'),
    choose: () => {
      choice.chosen = discountItemId == null ? [] : [...kept, discountItemId];
    },
  };
  return choice;
}

async function attempt({ queries }: Way, order: Order): Promise<Outcome<OrderResult> | null> {
  if (openOrder.read()) throw new NotSent('open');
  const { items, products, acceptedTerms, from, kept } = order;
  if (!(await ensureCard(queries))) return null;
  const club = products.some(({ productType }) => productKinds[productType].membership);
  if (club && !(await ensureVehicle(queries))) return null;
  const here = { items, locationId: chosenLocation() };
  let quote = await fetchQuote(orderBody({ ...here, kept }));
  let address: ShippingAddress | undefined;
  if (quote.requires.address) {
    address = (await askAddress(queries)) ?? undefined;
    if (!address) return null;
    // Tax depends on the destination, so ask for the address before the total.
    quote = await fetchQuote(orderBody({ ...here, address, kept }));
  }
  const payment = await queries.fetchQuery(paymentQuery());
  const units = unitsOf(items, products);
  for (let keeps = kept; ; quote = await fetchQuote(orderBody({ ...here, address, kept: keeps }))) {
    const { total } = quote;
    const body = orderBody({ ...here, address, kept: keeps });
    const sent = { ...body, expectedTotal: total, ...(acceptedTerms && { acceptedTerms }) };
    const work = () => placeOrder(sent, { units, total, from });
    // The checkout has the choice on its page.
    const choice = from ? undefined : discountChoice(quote, keeps);
    const outcome = await confirmTotal({ quote, units, payment, club: order.club, another: choice, work });
    if (!choice?.chosen) return outcome;
    keeps = choice.chosen;
  }
}

/** After a decline, tries again with each card the customer adds. */
async function buyWithAnyCard(way: Way, order: Order): Promise<void> {
  const sent = await attempt(way, order);
  if (!sent) return;
  if ('error' in sent) throw sent.error;
  const units = unitsOf(order.items, order.products);
  const another = await tellResult(way, { units, result: sent.done });
  if (another && (await ensureCard(way.queries, { replace: true }))) await buyWithAnyCard(way, again(order));
}

/**
 * Purchase flow: card, vehicle, address, total, confirmation, order, result. Resolves to the error, if any,
 * after it was shown.
 */
export async function purchase(way: Way, order: Order): Promise<unknown> {
  try {
    await buyWithAnyCard(way, order);
    return undefined;
  } catch (error) {
    // The checkout shows what is known about it.
    if (error instanceof OrderInDoubt) await way.navigate(way.places.checkout);
    else await tellFailure(way.queries, order, error);
    return error;
  }
}

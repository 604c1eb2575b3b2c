import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { chosenLocation } from '@/features/catalog/model/location-choice';
import { orderBody } from '@/features/checkout/api/order-body';
import { placeOrder } from '@/features/checkout/api/orders';
import { fetchQuote } from '@/features/checkout/api/quote';
import { paymentQuery } from '@/features/payments/api/payment';
import { ApiError } from '@/shared/api/api-error';
import type { OrderResult, Quote, ShippingAddress } from '@/shared/api/types';
import { useAddCard } from '../components/use-add-card';
import { askAddress, ensureVehicle } from './ask';
import { confirmTotal, type Outcome } from './confirm-total';
import type { Order } from './order';
import { tellFailure } from './tell-failure';
import { tellResult } from './tell-result';

type Sent = Outcome<OrderResult> | 'address' | null;

function refusedFor(error: unknown, code: ApiError['code']): boolean {
  return error instanceof ApiError && error.code === code;
}

/** Confirms one total and sends the order; 'address' where it needs one first. */
async function send(
  queries: QueryClient,
  order: Order,
  quote: Quote,
  address?: ShippingAddress,
): Promise<Sent> {
  const { items, acceptedTerms } = order;
  const payment = await queries.fetchQuery(paymentQuery());
  const missing = quote.requires.address && !address;
  const body = {
    ...orderBody({ items, locationId: chosenLocation(), address }),
    expectedTotal: quote.total,
    ...(acceptedTerms && { acceptedTerms }),
  };
  const work = () => (missing ? Promise.resolve(null) : placeOrder(body));
  const outcome = await confirmTotal({ total: quote.total, payment, work });
  if (!outcome) return null;
  if ('error' in outcome) return refusedFor(outcome.error, 'address_required') ? 'address' : outcome;
  return outcome.done ? { done: outcome.done } : 'address';
}

/** The order with its address. The total is asked about again only where the address has changed it. */
async function sendTo(
  queries: QueryClient,
  order: Order,
  agreed: number,
  address: ShippingAddress,
): Promise<Sent> {
  const { items, acceptedTerms } = order;
  const base = orderBody({ items, locationId: chosenLocation(), address });
  const quote = await fetchQuote(base);
  if (quote.total !== agreed) return send(queries, order, quote, address);
  return placeOrder({ ...base, expectedTotal: agreed, ...(acceptedTerms && { acceptedTerms }) }).then(
    (done) => ({ done }),
    (error: unknown) => ({ error }),
  );
}

/** The way from a press to a code: card, vehicle, total, confirmation, order, address, result. */
export function useBuy() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const ensureCard = useAddCard();
  const [busy, setBusy] = useState(false);

  async function run(order: Order): Promise<Sent> {
    if (!(await ensureCard())) return null;
    const club = order.products.some(({ productType }) => productType === 'AppClub');
    if (club && !(await ensureVehicle(queries))) return null;
    const quote = await fetchQuote(orderBody({ items: order.items, locationId: chosenLocation() }));
    const sent = await send(queries, order, quote);
    if (sent !== 'address') return sent;
    const address = await askAddress(queries);
    return address && sendTo(queries, order, quote.total, address);
  }

  /** Resolves to the refusal, where there was one, once the customer has been told. */
  async function buy(order: Order): Promise<unknown> {
    if (busy) return undefined;
    setBusy(true);
    try {
      const sent = await run(order);
      if (!sent || sent === 'address') return undefined;
      if ('error' in sent) throw sent.error;
      await tellResult(queries, navigate, order, sent.done);
      return undefined;
    } catch (error) {
      await tellFailure(queries, error);
      return error;
    } finally {
      setBusy(false);
    }
  }

  return { buy, busy };
}

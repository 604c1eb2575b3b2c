import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { chosenLocation } from '@/features/catalog/model/location-choice';
import { orderBody } from '@/features/checkout/api/order-body';
import { placeOrder } from '@/features/checkout/api/orders';
import { fetchQuote } from '@/features/checkout/api/quote';
import { paymentQuery } from '@/features/payments/api/payment';
import type { OrderResult } from '@/shared/api/types';
import { useAddCard } from '../components/use-add-card';
import { askAddress, ensureVehicle } from './ask';
import { confirmTotal, type Outcome } from './confirm-total';
import type { Order } from './order';
import { tellFailure } from './tell-failure';
import { tellResult } from './tell-result';

/** The way from a press to a code: card, vehicle, address, total, confirmation, order, result. */
export function useBuy() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const ensureCard = useAddCard();
  const [busy, setBusy] = useState(false);

  async function run(order: Order): Promise<Outcome<OrderResult> | null> {
    const { items, products, acceptedTerms } = order;
    if (!(await ensureCard())) return null;
    const club = products.some(({ productType }) => productType === 'AppClub');
    if (club && !(await ensureVehicle(queries))) return null;
    const here = { items, locationId: chosenLocation() };
    let body = orderBody(here);
    let quote = await fetchQuote(body);
    if (quote.requires.address) {
      const address = await askAddress(queries);
      if (!address) return null;
      // Tax depends on where a parcel goes: nobody is asked about a total before that is known.
      body = orderBody({ ...here, address });
      quote = await fetchQuote(body);
    }
    const payment = await queries.fetchQuery(paymentQuery());
    const sent = { ...body, expectedTotal: quote.total, ...(acceptedTerms && { acceptedTerms }) };
    return confirmTotal({ total: quote.total, payment, work: () => placeOrder(sent) });
  }

  /** Resolves to the refusal, where there was one, once the customer has been told. */
  async function buy(order: Order): Promise<unknown> {
    if (busy) return undefined;
    setBusy(true);
    try {
      const sent = await run(order);
      if (!sent) return undefined;
      if ('error' in sent) throw sent.error;
      await tellResult(queries, navigate, order, sent.done);
      return undefined;
    } catch (error) {
      await tellFailure(queries, order, error);
      return error;
    } finally {
      setBusy(false);
    }
  }

  return { buy, busy };
}

import { i18n } from '@lingui/core';
import { fetchQuote } from '@/features/checkout/api/quote';
import { orderFailure } from '@/features/checkout/model/order-failure';
import { placeOrder } from '@/features/checkout/model/place-order';
import { ensureVehicle } from '@/flows/buying/ensure-vehicle';
import { tellResult } from '@/flows/buying/tell-result';
import type { Way } from '@/flows/buying/way';
import { Refusal } from '@/shared/forms/submit-failure';

/** Buys a wash club for a customer with a card on file. Throws a `Refusal` for the form if that fails. */
export async function joinClub(way: Way, productId: number) {
  try {
    const products = [{ productId }];
    if (!(await ensureVehicle(way.queries))) {
      throw new Refusal(i18n._('Add your vehicle before you join a wash club.'));
    }
    const { lines, total } = await fetchQuote({ products });
    const units = lines.map(({ name, productType }) => ({ name, productType }));
    const body = { products, expectedTotal: total, acceptedTerms: true };
    const result = await placeOrder(body, { units, total, from: undefined });
    await tellResult(way, { units, result });
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal(orderFailure(error), { cause: error });
  }
}

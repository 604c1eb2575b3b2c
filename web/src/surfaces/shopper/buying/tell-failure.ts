import type { QueryClient } from '@tanstack/react-query';
import { orderFailure } from '@/features/checkout/model/order-failure';
import { ApiError, errorTitle } from '@/shared/api/api-error';
import { keys } from '@/shared/api/query-keys';
import { dialogs } from '@/shared/ui/dialogs';
import type { Order } from './order';

/** Says why nothing was bought, and has what the refusal proves stale fetched again. */
export async function tellFailure(queries: QueryClient, { products }: Order, error: unknown) {
  const code = error instanceof ApiError ? error.code : undefined;
  const stale = code === 'price_changed' || code === 'sold_out' || code === 'not_found';
  if (stale) await queries.invalidateQueries();
  if (code === 'card_required') await queries.invalidateQueries({ queryKey: keys.payment() });
  if (code === 'vehicle_required') await queries.invalidateQueries({ queryKey: keys.vehicle() });
  await dialogs.error({ title: errorTitle(error), text: orderFailure(error, products) });
}

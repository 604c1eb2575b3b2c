import { keepPreviousData, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { parallel, serial, unwrap } from '@/shared/api/client';
import { openEnvelope } from '@/shared/api/envelope';
import { sendOnce } from '@/shared/api/send-once';
import { staffKeys } from '@/shared/api/staff-keys';
import type {
  DisputeDecision,
  Move,
  NewDispute,
  OrderDispute,
  OrderPage,
  OrderReversal,
  RefundDestination,
  RefundPart,
  RefundReason,
  Settlement,
} from '@/shared/api/types';
import { pressKey } from '@/shared/lib/press-key';

/** Order filters; absent fields don't filter. */
export type OrdersAsked = {
  q?: string;
  state?: string;
  from?: string;
  to?: string;
  needs?: 'settlement' | 'shipment';
  dispute?: OrderDispute['state'];
  userId?: number;
};

export const adminOrdersQuery = (asked: OrdersAsked & { limit: number; cursor?: string }) =>
  queryOptions({
    queryKey: staffKeys.orders(asked),
    queryFn: async ({ signal }): Promise<OrderPage> => {
      const { data, error, response } = await parallel.GET('/api/v1/admin/orders', {
        params: { query: asked },
        signal,
      });
      return openEnvelope<OrderPage>(data ?? error, response);
    },
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });

export const adminOrderQuery = (transRecordId: string) =>
  queryOptions({
    queryKey: staffKeys.order(transRecordId),
    queryFn: ({ signal }) =>
      unwrap(
        parallel.GET('/api/v1/admin/orders/{transRecordId}', { params: { path: { transRecordId } }, signal }),
      ),
    staleTime: 10_000,
  });

/** Activity of an order and its open background jobs. */
export const orderHistoryQuery = (transRecordId: string) =>
  queryOptions({
    queryKey: staffKeys.orderHistory(transRecordId),
    queryFn: ({ signal }) =>
      unwrap(
        parallel.GET('/api/v1/admin/orders/{transRecordId}/history', {
          params: { path: { transRecordId } },
          signal,
        }),
      ),
    staleTime: 10_000,
  });

/** Items of an order that are still valid. */
export const stillUsableQuery = (transRecordId: string) =>
  queryOptions({
    queryKey: staffKeys.stillUsable(transRecordId),
    queryFn: ({ signal }) =>
      unwrap(
        parallel.GET('/api/v1/admin/orders/{transRecordId}/still-usable', {
          params: { path: { transRecordId } },
          signal,
        }),
      ),
    staleTime: 10_000,
  });

/** Exports the whole list as CSV. */
export async function downloadOrders(asked: OrdersAsked): Promise<string> {
  const { data, error, response } = await parallel.GET('/api/v1/admin/orders', {
    params: { query: asked },
    headers: { Accept: 'text/csv' },
    parseAs: 'text',
  });
  // Errors still come in an envelope.
  return response.ok && typeof data === 'string' ? data : openEnvelope<string>(error, response);
}

/** Refetches an order and the lists that contain it. */
function orderChanged(client: QueryClient, transRecordId: string): Promise<unknown> {
  return Promise.all([
    client.invalidateQueries({ queryKey: staffKeys.order(transRecordId) }),
    client.invalidateQueries({ queryKey: staffKeys.orders() }),
    client.invalidateQueries({ queryKey: staffKeys.waiting() }),
  ]);
}

/** Override for used or shipped items, with a reason. */
export type Overridden = { override?: boolean; reason?: string };

/** Options of a refund. */
export type RefundOptions = {
  refundReason?: RefundReason;
  destination?: RefundDestination;
  restock?: boolean;
  endMembership?: boolean;
  /** Amount shown to staff, in minor units. */
  expectedAmount?: number;
  /** Amount shown to staff as refunded before, in minor units. */
  expectedRefunded?: number;
};

export type Refund = Overridden & RefundOptions & { lines: number[] | 'rest'; parts?: RefundPart[] };

/** Refunds lines of an order, parts of lines, or the rest of the order. */
export const refundOrder = (transRecordId: string) => {
  const path = { path: { transRecordId } };
  const press = pressKey(`refund:${transRecordId}`);
  return mutationOptions({
    mutationFn: ({ lines, parts, ...why }: Refund): Promise<OrderReversal> =>
      sendOnce(press, { lines, parts, ...why }, (key) => {
        const params = { ...path, header: { 'Idempotency-Key': key } };
        return lines === 'rest'
          ? unwrap(serial.POST('/api/v1/admin/orders/{transRecordId}/void', { params, body: why }))
          : unwrap(
              serial.POST('/api/v1/admin/orders/{transRecordId}/refund', {
                params,
                body: { lines, ...(parts && { parts }), ...why },
              }),
            );
      }),
    onSettled: (_done, _error, _sent, _before, { client }) => orderChanged(client, transRecordId),
  });
};

/** Records the outcome of a refund with an unknown status. */
export const settleRefund = (transRecordId: string) =>
  mutationOptions({
    mutationFn: ({ reversalId, done }: { reversalId: number; done: boolean }): Promise<OrderReversal> =>
      unwrap(
        serial.POST('/api/v1/admin/orders/{transRecordId}/reversals/{reversalId}', {
          params: { path: { transRecordId, reversalId: String(reversalId) } },
          body: { done },
        }),
      ),
    onSettled: (_done, _error, _sent, _before, { client }) => orderChanged(client, transRecordId),
  });

/** Records a chargeback. */
export const recordDispute = (transRecordId: string) =>
  mutationOptions({
    mutationFn: (body: NewDispute): Promise<OrderDispute> =>
      unwrap(
        serial.POST('/api/v1/admin/orders/{transRecordId}/disputes', {
          params: { path: { transRecordId } },
          body,
        }),
      ),
    onSettled: (_done, _error, _sent, _before, { client }) => orderChanged(client, transRecordId),
  });

/** Records the outcome of a dispute. */
export const settleDispute = (transRecordId: string) =>
  mutationOptions({
    mutationFn: ({ disputeId, ...body }: DisputeDecision & { disputeId: number }): Promise<OrderDispute> =>
      unwrap(
        serial.POST('/api/v1/admin/orders/{transRecordId}/disputes/{disputeId}', {
          params: { path: { transRecordId, disputeId: String(disputeId) } },
          body,
        }),
      ),
    onSettled: (_done, _error, _sent, _before, { client }) => orderChanged(client, transRecordId),
  });

/** Voids the unused codes of a disputed order if they weren't voided with the dispute. */
export const takeCodesBack = (transRecordId: string) =>
  mutationOptions({
    mutationFn: (disputeId: number): Promise<OrderDispute> =>
      unwrap(
        serial.POST('/api/v1/admin/orders/{transRecordId}/disputes/{disputeId}/take-back', {
          params: { path: { transRecordId, disputeId: String(disputeId) } },
        }),
      ),
    onSettled: (_done, _error, _sent, _before, { client }) => orderChanged(client, transRecordId),
  });

/** Records the outcome of a payment with an unknown status. */
export const settleOrder = (transRecordId: string) =>
  mutationOptions({
    mutationFn: (body: Settlement) =>
      unwrap(
        serial.POST('/api/v1/admin/orders/{transRecordId}/settlement', {
          params: { path: { transRecordId } },
          body,
        }),
      ),
    onSettled: (_done, _error, _sent, _before, { client }) => orderChanged(client, transRecordId),
  });

/** Updates the shipment of a line. */
export const moveGoods = (transRecordId: string) =>
  mutationOptions({
    mutationFn: ({ lineId, ...body }: Move & { lineId: number }) =>
      unwrap(
        serial.POST('/api/v1/admin/orders/{transRecordId}/lines/{lineId}/fulfillment', {
          params: { path: { transRecordId, lineId: String(lineId) } },
          body,
        }),
      ),
    onSettled: (_done, _error, _sent, _before, { client }) => orderChanged(client, transRecordId),
  });

/** Resends the emails of an order. */
export async function resendOrder(transRecordId: string): Promise<void> {
  await unwrap(
    serial.POST('/api/v1/admin/orders/{transRecordId}/resend', { params: { path: { transRecordId } } }),
  );
}

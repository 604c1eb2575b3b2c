import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { parallel, serial, unwrap } from '@/shared/api/client';
import { keys } from '@/shared/api/query-keys';
import type { HostedForm, Payment } from '@/shared/api/types';
import type { CaptchaHeaders } from '@/shared/captcha/captcha';

export const paymentQuery = () =>
  queryOptions({
    queryKey: keys.payment(),
    queryFn: ({ signal }) => unwrap(parallel.GET('/api/v1/users/payment', { signal })),
    staleTime: 30_000,
  });

/** Removes the card on file. */
export const removeCard = mutationOptions({
  mutationFn: (): Promise<Payment> => unwrap(serial.DELETE('/api/v1/users/payment')),
  onSuccess: (payment, _sent, _before, { client }) => {
    client.setQueryData(keys.payment(), payment);
  },
});

/** Refreshes data after a card was added, because a club may resume with it. */
export function cardStored(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ queryKey: keys.customer() });
}

export function fetchHostedForm(socketId: string, headers: CaptchaHeaders): Promise<HostedForm> {
  return unwrap(serial.GET('/api/v1/payments/hosted-forms', { params: { query: { socketId } }, headers }));
}

export async function fetchReceipt(ticket: string, socketId: string): Promise<void> {
  await unwrap(serial.GET('/api/v1/payments/moneris/receipts', { params: { query: { ticket, socketId } } }));
}

import { queryOptions } from '@tanstack/react-query';
import { api, sideBySide, unwrap } from '@/shared/api/client';
import { keys } from '@/shared/api/query-keys';
import type { HostedForm, Payment } from '@/shared/api/types';
import type { CaptchaHeaders } from '@/shared/captcha/captcha';

export const paymentQuery = () =>
  queryOptions({
    queryKey: keys.payment(),
    queryFn: ({ signal }) => unwrap(sideBySide.GET('/api/v1/users/payment', { signal })),
    staleTime: 30_000,
  });

/** Takes the card off file; answers that there is none. */
export function removeCard(): Promise<Payment> {
  return unwrap(api.DELETE('/api/v1/users/payment'));
}

export function fetchHostedForm(socketId: string, headers: CaptchaHeaders): Promise<HostedForm> {
  return unwrap(api.GET('/api/v1/payments/hosted-forms', { params: { query: { socketId } }, headers }));
}

export async function fetchReceipt(ticket: string, socketId: string): Promise<void> {
  await unwrap(api.GET('/api/v1/payments/moneris/receipts', { params: { query: { ticket, socketId } } }));
}

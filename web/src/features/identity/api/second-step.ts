import { queryOptions } from '@tanstack/react-query';
import type { components } from '@/shared/api/api.gen';
import { parallel, serial, unwrap } from '@/shared/api/client';
import { setSession } from '@/shared/api/session';
import { signWithPasskey } from '../model/passkey';

export type SecondStepOffer = components['schemas']['SecondStepOffer'];

const offer = (ticket: string) =>
  unwrap(parallel.POST('/api/v1/users/login/second-factor/offer', { body: { ticket } }));

/** Options for the second login step. */
export const secondStepQuery = (ticket: string) =>
  queryOptions({
    queryKey: ['second step', ticket],
    queryFn: (): Promise<SecondStepOffer> => offer(ticket),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** Second login step: the ticket from the first step, and a code. */
export async function logInWithCode(ticket: string, code: string): Promise<void> {
  const body = { ticket, code };
  setSession(await unwrap(serial.POST('/api/v1/users/login/second-factor', { body })));
}

/** Same with a passkey, which signs a new challenge each time. */
export async function logInWithPasskey(ticket: string): Promise<void> {
  const { passkey } = await offer(ticket);
  if (!passkey) return;
  const body = { ticket, signed: await signWithPasskey(passkey) };
  setSession(await unwrap(serial.POST('/api/v1/users/login/second-factor/passkey', { body })));
}

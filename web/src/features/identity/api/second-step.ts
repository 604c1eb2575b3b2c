import { serial, unwrap } from '@/shared/api/client';
import { setSession } from '@/shared/api/session';

/** The second step of a log-in: the ticket of the first, and a code. */
export async function logInWithCode(ticket: string, code: string): Promise<void> {
  const body = { ticket, code: code.trim() };
  setSession(await unwrap(serial.POST('/api/v1/users/login/second-factor', { body })));
}

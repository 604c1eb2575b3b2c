import { serial, unwrap } from '@/shared/api/client';
import { setSession } from '@/shared/api/session';

/** Same response whether or not the address has an account. */
export async function mailRecoveryLink(email: string): Promise<void> {
  await unwrap(serial.GET('/api/v1/users/emails/forgot-password', { params: { query: { email } } }));
}

type Recovery = { email: string; token: string; password: string; confirmPassword: string };

export async function recoverPassword(body: Recovery): Promise<void> {
  await unwrap(serial.POST('/api/v1/users/forgot-password', { body }));
}

type Change = { currentPassword: string; newPassword: string; confirmPassword: string };

/** Ends all sessions of the account. This device continues with the one from the response. */
export async function updatePassword(body: Change): Promise<void> {
  setSession(await unwrap(serial.POST('/api/v1/users/update-password', { body })));
}

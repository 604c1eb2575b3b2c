import { serial, unwrap } from '@/shared/api/client';

export async function resendConfirmation(): Promise<void> {
  await unwrap(serial.GET('/api/v1/users/emails/confirmation'));
}

export async function confirmEmail(email: string, token: string): Promise<void> {
  await unwrap(serial.POST('/api/v1/users/emails/confirm', { body: { email, token } }));
}

import { api, unwrap } from '@/shared/api/client';

export async function resendConfirmation(): Promise<void> {
  await unwrap(api.GET('/api/v1/users/emails/confirmation'));
}

export async function confirmEmail(email: string, token: string): Promise<void> {
  await unwrap(api.POST('/api/v1/users/emails/confirm', { body: { email, token } }));
}

import { ApiError } from '@/shared/api/api-error';
import { api, unwrap } from '@/shared/api/client';
import type { SignUp } from '@/shared/api/types';
import { pressKey } from '@/shared/lib/press-key';

const press = pressKey('sign-up');

export async function signUp(body: SignUp) {
  const headers = { 'Idempotency-Key': press.of(body) };
  try {
    const account = await unwrap(api.POST('/api/v1/users', { body, headers }));
    press.settle();
    return account;
  } catch (error) {
    if (error instanceof ApiError && error.definite) press.settle();
    throw error;
  }
}

export function isEmailFree(email: string): Promise<boolean> {
  return unwrap(api.POST('/api/v1/users/unique', { body: { email } }));
}

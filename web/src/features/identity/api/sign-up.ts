import { serial, unwrap } from '@/shared/api/client';
import { setSession } from '@/shared/api/session';
import type { SignUp } from '@/shared/api/types';
import { verdictOf } from '@/shared/api/verdict';
import type { CaptchaHeaders } from '@/shared/captcha/captcha';
import { pressKey } from '@/shared/lib/press-key';

const press = pressKey('sign-up');

export async function signUp(body: SignUp, proof: CaptchaHeaders) {
  const headers = { ...proof, 'Idempotency-Key': await press.of(body) };
  try {
    const account = await unwrap(serial.POST('/api/v1/users', { body, headers }));
    press.settle();
    return account;
  } catch (error) {
    // A request rejected by the gate may still have created an account earlier.
    if (verdictOf(error) === 'refused') press.settle();
    throw error;
  }
}

/** Creates a test account and logs in, without a captcha. Not available in production. */
export async function testSignUp(body: SignUp) {
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  setSession(await unwrap(serial.POST('/api/v1/users/test', { body, headers })));
}

export function isEmailFree(email: string): Promise<boolean> {
  return unwrap(serial.POST('/api/v1/users/unique', { body: { email } }));
}

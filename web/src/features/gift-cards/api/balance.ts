import { parallel, unwrap } from '@/shared/api/client';
import type { GiftCardBalance } from '@/shared/api/types';
import type { CaptchaHeaders } from '@/shared/captcha/captcha';

/** `cardNumber` has digits only. An unknown number isn't an error: the balance is 0, with a message. */
export function fetchBalance(cardNumber: string, headers: CaptchaHeaders): Promise<GiftCardBalance> {
  return unwrap(parallel.POST('/api/v1/gift-cards/balance', { body: { cardNumber }, headers }));
}

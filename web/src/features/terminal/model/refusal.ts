import { i18n } from '@lingui/core';
import { ApiError, errorText } from '@/shared/api/api-error';
import type { ErrorCode } from '@/shared/api/types';

/** Reason why a code is rejected: a short title to read from a distance, and a sentence. */
export type Refusal = { title: string; text: string };

const over = () => i18n._('Already completed');
const failed = () => i18n._('Something went wrong');
const wait = () => i18n._('Please wait');

/** Titles of the errors in docs/KIOSK.md. */
export const titles: Partial<Record<ErrorCode, () => string>> = {
  mistyped_code: () => i18n._('Mistyped code'),
  invalid_code: () => i18n._('Unknown code'),
  token_used: () => i18n._('Already used'),
  expired: () => i18n._('Expired'),
  club_suspended: () => i18n._('Membership inactive'),
  limit_reached: () => i18n._('Limit reached'),
  several_members: () => i18n._('Several members'),
  card_required: () => i18n._('No card on file'),
  payment_pending: () => i18n._('Payment pending'),
  payment_over: over,
  revoked: () => i18n._({ id: 'code|Voided', message: 'Voided' }),
  insufficient_balance: () => i18n._('Insufficient balance'),
  not_for_this_location: () => i18n._('Not valid here'),
  reserved_elsewhere: () => i18n._('In use at another kiosk'),
  redemption_over: over,
  not_found: () => i18n._('Unknown code'),
  key_reused: failed,
  feature_disabled: () => i18n._('Not valid here'),
  in_progress: wait,
  rate_limited: wait,
  busy: wait,
  site_held: () => i18n._('Not in service'),
  site_not_open: () => i18n._('Not open'),
  processor_unavailable: wait,
};

export function refusalOf(error: unknown): Refusal {
  const code = error instanceof ApiError ? error.code : undefined;
  if (error instanceof ApiError && error.status === 0) {
    return {
      title: i18n._('No connection'),
      text: i18n._("We couldn't check the code. It hasn't been used."),
    };
  }
  const title = code && titles[code];
  return { title: title?.() ?? failed(), text: errorText(error) };
}

/** Detected locally. */
export const mistyped = (): Refusal => ({
  title: i18n._('Mistyped code'),
  text: i18n._('Check the code and enter it again.'),
});

/**
 * Whether the server's rejection is final. Any other failure may have taken effect, or may still, and is
 * retried unchanged.
 */
export function isFinal(error: unknown): boolean {
  if (!(error instanceof ApiError) || !error.definite) return false;
  // The shop may open again.
  return error.status !== 401 && error.status !== 429 && error.code !== 'site_not_open';
}

import { i18n } from '@lingui/core';
import type { BouncedMail } from '@/shared/api/types';

const links: Record<string, () => string> = {
  email_confirmation: () =>
    i18n._('The confirmation link went to this address. Edit the address to send a new link.'),
  password_recovery: () =>
    i18n._(
      'The reset link went to this address and has expired. Edit the address, then ask the customer to request a new link.',
    ),
  owner_invitation: () =>
    i18n._('The invitation went to this address. Ask your provider to send it to another address.'),
  staff_invitation: () =>
    i18n._('The invitation went to this address. Invite the teammate at another address.'),
};

/** Alternative to resending a bounced email; null if it can be resent. */
export function insteadOf({ kind, canRetry }: Pick<BouncedMail, 'kind' | 'canRetry'>): string | null {
  if (canRetry) return null;
  return (
    links[kind]?.() ??
    i18n._("This email's content is no longer stored. Resend receipts, gifts and gift cards from the order.")
  );
}

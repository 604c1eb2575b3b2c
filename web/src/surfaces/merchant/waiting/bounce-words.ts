import { i18n } from '@lingui/core';
import type { BouncedMail } from '@/shared/api/types';

const links: Record<string, () => string> = {
  email_confirmation: () =>
    i18n._('Its link was for this mailbox. Correct the address, and a link goes to the other one.'),
  password_recovery: () =>
    i18n._(
      'Its link was for this mailbox, and for an hour. Correct the address; who logs in asks for another link.',
    ),
  staff_invitation: () =>
    i18n._('Its link was for this mailbox. Invite them again, with the address that they read.'),
};

/** What is done about a mail that came back and cannot be sent again; null: it can. */
export function insteadOf({ kind, canRetry }: Pick<BouncedMail, 'kind' | 'canRetry'>): string | null {
  if (canRetry) return null;
  return (
    links[kind]?.() ??
    i18n._(
      'What it said is not kept any more. Receipts, gifts and gift cards are sent again from their order.',
    )
  );
}

import { i18n } from '@lingui/core';
import { ApiError, errorText } from '@/shared/api/api-error';
import { dialogs } from '@/shared/ui/dialogs';
import { resendConfirmation } from '../api/emails';

async function resend(email: string): Promise<string> {
  try {
    await resendConfirmation();
  } catch (cause) {
    // Rate limits have their own message; all other errors concern the address.
    if (cause instanceof ApiError && cause.code === 'too_many_requests') throw cause;
    const text = i18n._(
      'An error occurred when sending an email to {email}. Please verify your email and try again.',
      { email },
    );
    throw new ApiError(text, { status: cause instanceof ApiError ? cause.status : 0 }, { cause });
  }
  return i18n._(
    'An new email has been sent to {email}. Please verify your email to complete your account setup.',
    { email },
  );
}

/** Resends the link and shows the result. */
export async function resendEmail(email: string): Promise<void> {
  try {
    const text = await resend(email);
    await dialogs.success({ title: i18n._('Success'), text });
  } catch (error) {
    await dialogs.error({ title: i18n._('Error'), text: errorText(error) });
  }
}

/** Tells the customer to check their inbox, and resends the link on request. */
export function showEmailVerification(email: string) {
  return dialogs.promise({
    title: i18n._('Email Verification'),
    text: i18n._('We sent an email to {email}. Open the link in it to verify your address.', { email }),
    label: i18n._('Resend Email'),
    action: () => resend(email),
  });
}

export function showVerifyBeforeCard(email: string) {
  return dialogs.promise({
    title: i18n._('Please Verify your email'),
    text: i18n._('Please verify your email before adding a card to your account.'),
    label: i18n._('Resend Email'),
    action: () => resend(email),
  });
}

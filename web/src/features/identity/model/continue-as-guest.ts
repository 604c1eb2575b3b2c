import { i18n } from '@lingui/core';
import { setSession } from '@/shared/api/session';
import { dialogs } from '@/shared/ui/dialogs';

/** Says what a guest may do; resolves to whether the visitor wants to be one. */
export async function continueAsGuest(): Promise<boolean> {
  const sure = await dialogs.confirm({
    title: i18n._('Continue as Guest'),
    text: i18n._('Guests may only view washes and clubs. Continue?'),
  });
  if (sure) setSession({ guest: true });
  return sure;
}

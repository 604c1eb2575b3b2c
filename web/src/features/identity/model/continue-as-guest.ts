import { i18n } from '@lingui/core';
import { setSession } from '@/shared/api/session';
import { dialogs } from '@/shared/ui/dialogs';

/** Explains guest access; resolves to whether the visitor continues as a guest. */
export async function continueAsGuest(): Promise<boolean> {
  const sure = await dialogs.confirm({
    title: i18n._('Continue as Guest'),
    text: i18n._('Guests may only view washes and clubs. Continue?'),
  });
  if (sure) setSession({ guest: true });
  return sure;
}

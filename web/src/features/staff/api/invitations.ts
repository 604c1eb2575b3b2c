import { serial, unwrap } from '@/shared/api/client';
import type { OpenInvitation } from '@/shared/api/types';

/** What an invitation to the merchant's people is to. Asking changes nothing. */
export function lookAtInvitation(token: string): Promise<OpenInvitation> {
  return unwrap(serial.POST('/api/v1/users/invitations', { body: { token } }));
}

/** With a password for whoever has no account yet. */
export async function acceptInvitation(body: { token: string; password?: string }): Promise<void> {
  await unwrap(serial.POST('/api/v1/users/invitations/accept', { body }));
}

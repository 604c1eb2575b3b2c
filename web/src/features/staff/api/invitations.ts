import { serial, unwrap } from '@/shared/api/client';
import type { OpenInvitation } from '@/shared/api/types';

/** Gets a team invitation without changing it. */
export function lookAtInvitation(token: string): Promise<OpenInvitation> {
  return unwrap(serial.POST('/api/v1/users/invitations', { body: { token } }));
}

/** Accepts an invitation, with a password for new accounts. */
export async function acceptInvitation(body: { token: string; password?: string }): Promise<void> {
  await unwrap(serial.POST('/api/v1/users/invitations/accept', { body }));
}

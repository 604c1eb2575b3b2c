import { serial, unwrap } from '@/shared/api/client';
import type { Acceptance, OpenInvitation } from '@/shared/api/types';

/** Gets a team invitation without changing it. */
export function lookAtInvitation(token: string): Promise<OpenInvitation> {
  return unwrap(serial.POST('/api/v1/users/invitations', { body: { token } }));
}

/** Accepts an invitation; new accounts get a password and names. */
export async function acceptInvitation(body: Acceptance): Promise<void> {
  await unwrap(serial.POST('/api/v1/users/invitations/accept', { body }));
}

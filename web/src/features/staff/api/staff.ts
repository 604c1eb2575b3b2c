import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { parallel, serial, unwrap } from '@/shared/api/client';
import { staffKeys } from '@/shared/api/staff-keys';
import type { InvitationBody, StaffInvitation, StaffMember, StaffRole } from '@/shared/api/types';

/** Team, owners first. */
export const staffQuery = () =>
  queryOptions({
    queryKey: staffKeys.people(),
    queryFn: async ({ signal }): Promise<StaffMember[]> =>
      (await unwrap(parallel.GET('/api/v1/admin/staff', { signal }))).items,
    staleTime: 10_000,
  });

/** Open team invitations. */
export const staffInvitationsQuery = () =>
  queryOptions({
    queryKey: staffKeys.invitations(),
    queryFn: async ({ signal }): Promise<StaffInvitation[]> =>
      (await unwrap(parallel.GET('/api/v1/admin/staff/invitations', { signal }))).items,
    staleTime: 10_000,
  });

const peopleChanged = (client: QueryClient) => client.invalidateQueries({ queryKey: staffKeys.people() });
const invitationsChanged = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: staffKeys.invitations() });
const person = (userId: string) => ({ params: { path: { userId: Number(userId) } } });
const invitation = (invitationId: number) => ({ params: { path: { invitationId } } });

export const setStaffRole = mutationOptions({
  mutationFn: ({ userId, role }: { userId: string; role: StaffRole }) =>
    unwrap(serial.POST('/api/v1/admin/staff/{userId}/role', { ...person(userId), body: { role } })),
  onSettled: (_done, _error, _sent, _before, { client }) => peopleChanged(client),
});

/** Removes a teammate's role. They stay a customer. */
export const removeStaff = mutationOptions({
  mutationFn: (userId: string) => unwrap(serial.DELETE('/api/v1/admin/staff/{userId}', person(userId))),
  onSettled: (_done, _error, _sent, _before, { client }) => peopleChanged(client),
});

export const inviteStaff = mutationOptions({
  mutationFn: (body: InvitationBody) => unwrap(serial.POST('/api/v1/admin/staff/invitations', { body })),
  onSettled: (_done, _error, _sent, _before, { client }) => invitationsChanged(client),
});

export const resendInvitation = mutationOptions({
  mutationFn: (invitationId: number) =>
    unwrap(serial.POST('/api/v1/admin/staff/invitations/{invitationId}/resend', invitation(invitationId))),
  onSettled: (_done, _error, _sent, _before, { client }) => invitationsChanged(client),
});

export const withdrawInvitation = mutationOptions({
  mutationFn: (invitationId: number) =>
    unwrap(serial.DELETE('/api/v1/admin/staff/invitations/{invitationId}', invitation(invitationId))),
  onSettled: (_done, _error, _sent, _before, { client }) => invitationsChanged(client),
});

import { keepPreviousData, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { parallel, serial, unwrap } from '@/shared/api/client';
import { staffKeys } from '@/shared/api/staff-keys';
import type { PlanBody, PriceBody } from '@/shared/api/types';

type MembersAsked = {
  q?: string;
  status?: string;
  billingState?: string;
  productId?: number;
  userId?: number;
  limit: number;
  cursor?: number;
};

export const membersQuery = (asked: MembersAsked) =>
  queryOptions({
    queryKey: staffKeys.members(asked),
    queryFn: ({ signal }) =>
      unwrap(parallel.GET('/api/v1/admin/clubs', { params: { query: asked }, signal })),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });

const changed = (client: QueryClient) => client.invalidateQueries({ queryKey: staffKeys.members() });
const path = (membershipId: number) => ({ params: { path: { membershipId } } });

/** Pauses a membership until a day, such as `2027-11-20`, when it resumes. */
export const pauseMembership = mutationOptions({
  mutationFn: ({ membershipId, until }: { membershipId: number; until: string }) =>
    unwrap(
      serial.POST('/api/v1/admin/clubs/{membershipId}/pause', { ...path(membershipId), body: { until } }),
    ),
  onSettled: (_done, _error, _sent, _before, { client }) => changed(client),
});

type RetryRequest = {
  membershipId: number;
  /** Retries the card once more before a decline ends the membership. */
  oneMoreTry?: boolean;
};

/** Charges the month that is owed again, now. */
export const retryMembership = mutationOptions({
  mutationFn: ({ membershipId, oneMoreTry = false }: RetryRequest) =>
    unwrap(
      serial.POST('/api/v1/admin/clubs/{membershipId}/retry', {
        params: { path: { membershipId }, query: { oneMoreTry } },
      }),
    ),
  onSettled: (_done, _error, _sent, _before, { client }) => changed(client),
});

/** Moves a member to another club, or to other locations, from the next billing date on. */
export const moveMember = mutationOptions({
  mutationFn: ({ membershipId, ...body }: { membershipId: number } & PlanBody) =>
    unwrap(serial.POST('/api/v1/admin/clubs/{membershipId}/plan', { ...path(membershipId), body })),
  onSettled: (_done, _error, _sent, _before, { client }) => changed(client),
});

/** Keeps a member in the club, who was to come to another one. */
export const undoMove = mutationOptions({
  mutationFn: (membershipId: number) =>
    unwrap(serial.DELETE('/api/v1/admin/clubs/{membershipId}/plan', path(membershipId))),
  onSettled: (_done, _error, _sent, _before, { client }) => changed(client),
});

/** Ends a membership with the month that is paid. */
export const cancelMembership = mutationOptions({
  mutationFn: (membershipId: number) =>
    unwrap(serial.POST('/api/v1/admin/clubs/{membershipId}/cancel', path(membershipId))),
  onSettled: (_done, _error, _sent, _before, { client }) => changed(client),
});

/** The last month that a member has paid, and with which order. */
export const clubMonthQuery = (membershipId: number) =>
  queryOptions({
    queryKey: staffKeys.members({ membershipId, month: true }),
    queryFn: ({ signal }) =>
      unwrap(parallel.GET('/api/v1/admin/clubs/{membershipId}/month', { ...path(membershipId), signal })),
  });

export const resumeMembership = mutationOptions({
  mutationFn: (membershipId: number) =>
    unwrap(serial.POST('/api/v1/admin/clubs/{membershipId}/resume', path(membershipId))),
  onSettled: (_done, _error, _sent, _before, { client }) => changed(client),
});

export const endMembership = mutationOptions({
  mutationFn: (membershipId: number) =>
    unwrap(serial.POST('/api/v1/admin/clubs/{membershipId}/end', path(membershipId))),
  onSettled: (_done, _error, _sent, _before, { client }) => changed(client),
});

/** Tells the members of a club what its months will cost. */
export const announcePrice = mutationOptions({
  mutationFn: (body: PriceBody) => unwrap(serial.POST('/api/v1/admin/clubs/prices', { body })),
  onSettled: (_done, _error, _sent, _before, { client }) => changed(client),
});

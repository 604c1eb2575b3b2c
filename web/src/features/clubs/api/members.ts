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

/** Retries the past-due payment now. */
export const retryMembership = mutationOptions({
  mutationFn: ({ membershipId, oneMoreTry = false }: RetryRequest) =>
    unwrap(
      serial.POST('/api/v1/admin/clubs/{membershipId}/retry', {
        params: { path: { membershipId }, query: { oneMoreTry } },
      }),
    ),
  onSettled: (_done, _error, _sent, _before, { client }) => changed(client),
});

/** Changes a member's club or locations from the next billing date. */
export const moveMember = mutationOptions({
  mutationFn: ({ membershipId, ...body }: { membershipId: number } & PlanBody) =>
    unwrap(serial.POST('/api/v1/admin/clubs/{membershipId}/plan', { ...path(membershipId), body })),
  onSettled: (_done, _error, _sent, _before, { client }) => changed(client),
});

/** Undoes a scheduled club change. */
export const undoMove = mutationOptions({
  mutationFn: (membershipId: number) =>
    unwrap(serial.DELETE('/api/v1/admin/clubs/{membershipId}/plan', path(membershipId))),
  onSettled: (_done, _error, _sent, _before, { client }) => changed(client),
});

/** Ends a membership after the paid period. */
export const cancelMembership = mutationOptions({
  mutationFn: (membershipId: number) =>
    unwrap(serial.POST('/api/v1/admin/clubs/{membershipId}/cancel', path(membershipId))),
  onSettled: (_done, _error, _sent, _before, { client }) => changed(client),
});

/** Last paid billing period of a member, with its order. */
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

/** Price changes that haven't taken effect, by date. */
export const announcedPricesQuery = () =>
  queryOptions({
    queryKey: staffKeys.members({ prices: true }),
    queryFn: ({ signal }) => unwrap(parallel.GET('/api/v1/admin/clubs/prices', { signal })),
  });

/** Withdraws a scheduled price change and notifies the members. */
export const withdrawPrice = mutationOptions({
  mutationFn: (query: { productId: number; from: string }) =>
    unwrap(serial.DELETE('/api/v1/admin/clubs/prices', { params: { query } })),
  onSettled: (_done, _error, _sent, _before, { client }) => changed(client),
});

/** Schedules a price change for a club and notifies its members. */
export const announcePrice = mutationOptions({
  mutationFn: (body: PriceBody) => unwrap(serial.POST('/api/v1/admin/clubs/prices', { body })),
  onSettled: (_done, _error, _sent, _before, { client }) => changed(client),
});

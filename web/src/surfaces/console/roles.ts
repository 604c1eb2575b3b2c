import { useQuery } from '@tanstack/react-query';
import type { ProviderRole } from '@/shared/api/types';
import { meQuery } from './api/own';

/** Each role includes the previous ones. */
const ranks: Record<ProviderRole, number> = { viewer: 0, operator: 1, owner: 2 };

export function isAtLeast(role: ProviderRole, least: ProviderRole): boolean {
  return ranks[role] >= ranks[least];
}

/** Whether the person has at least a role. Only hides actions; the server checks each request. */
export function useIsAtLeast(least: ProviderRole): boolean {
  const { data } = useQuery(meQuery());
  return data !== undefined && isAtLeast(data.role, least);
}

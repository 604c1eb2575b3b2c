import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { adminLocationsQuery } from '@/features/catalog/api/admin-locations';

/** Names of locations by ID, including archived ones, if known. */
export function useLocationName(): (id: number | null | undefined) => string {
  const { data } = useQuery(adminLocationsQuery({ limit: 200 }));
  return (id) => {
    if (id === null || id === undefined) return '–';
    const found = data?.items.find(({ locationId }) => locationId === id);
    return found?.location.name ?? i18n._('Location {number}', { number: id });
  };
}

import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { locationsQuery } from '@/features/site/api/locations';

/** Says where something is: locations by their names, as far as those are known. */
export function useLocationName(): (id: number | null | undefined) => string {
  const { data = [] } = useQuery(locationsQuery());
  return (id) => {
    if (id === null || id === undefined) return '–';
    return data.find((location) => location.id === id)?.name ?? i18n._('Location {id}', { id });
  };
}

import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { mapKeysQuery } from '@/features/site/api/map-keys';

/** Providers with custom keys. */
export function MapsSet() {
  const { data } = useQuery(mapKeysQuery());
  if (!data) return null;
  const own = [data.google && 'Google', data.apple && 'Apple'].filter(Boolean);
  return own.length > 0 ? own.join(', ') : i18n._('Default keys');
}

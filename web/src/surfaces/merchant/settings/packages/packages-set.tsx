import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { packagesQuery } from '@/features/site/api/packages';

/** Stores with a signing identity. */
export function PackagesSet() {
  const { data } = useQuery(packagesQuery());
  if (!data) return null;
  const signed = [data.appleTeamId && 'iOS', data.androidFingerprints.length > 0 && 'Android'].filter(
    Boolean,
  );
  return signed.length > 0 ? signed.join(', ') : i18n._('No app signing yet');
}

import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useSearchParams } from 'react-router';
import { LocationFilter } from '@/features/catalog/components/location-filter';
import { locationsQuery } from '@/features/site/api/locations';
import { site } from '@/shared/site/boot';
import { useMode } from '@/shared/site/mode';
import { paths } from '@/shared/site/routes';
import { Page } from '@/shared/ui/page';
import { useLocationQuery } from '../components/use-location-query';
import { Washes } from '../components/washes';

export function WashesPage() {
  const [locationId, choose] = useLocationQuery();
  const [query] = useSearchParams();
  const locations = useQuery(locationsQuery());
  const phone = useMode() === 'mobile';
  const title = site().navWords.washes || i18n._('Washes');
  if (site().forceLocations && !locationId && !query.get('location')) {
    return <Navigate to={`${paths.findUs}?to=washes&label=${encodeURIComponent(title)}`} replace />;
  }
  return (
    <Page
      title={title}
      aside={<LocationFilter locations={locations.data ?? []} value={locationId} onChange={choose} />}
    >
      <Washes locationId={locationId} layout={phone ? 'rail' : 'grid'} level={2} />
    </Page>
  );
}

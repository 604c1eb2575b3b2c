import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { locationsQuery } from '@/features/site/api/locations';
import { Page } from '@/shared/ui/page';
import { QueryView } from '@/shared/ui/query-view';
import { Skeleton } from '@/shared/ui/skeleton';

/** Where the merchant washes. */
export function LocationsPage() {
  return (
    <Page>
      <QueryView
        query={useQuery(locationsQuery())}
        skeleton={<Skeleton count={4} height={24} />}
        failed={i18n._('Unable to get Locations')}
        empty={i18n._('No locations yet')}
      >
        {(locations) => (
          <ul>
            {locations.map(({ id, name, city }) => (
              <li key={id}>{`${name}, ${city}`}</li>
            ))}
          </ul>
        )}
      </QueryView>
    </Page>
  );
}

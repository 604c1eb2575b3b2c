import { useQuery } from '@tanstack/react-query';
import { locationsQuery } from '@/features/site/api/locations';
import { Page } from '@/shared/ui/page';

/** Where the merchant washes. */
export function LocationsPage() {
  const locations = useQuery(locationsQuery());
  return (
    <Page>
      <ul>
        {locations.data?.map((location) => (
          <li key={location.id}>{`${location.name}, ${location.city}`}</li>
        ))}
      </ul>
    </Page>
  );
}

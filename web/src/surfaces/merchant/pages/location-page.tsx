import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { adminLocationQuery, type LocationRecord } from '@/features/site/api/admin-locations';
import { locationsQuery } from '@/features/site/api/locations';
import { ApiError } from '@/shared/api/api-error';
import { BackLink } from '@/shared/office/back-link';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Page } from '@/shared/ui/page';
import { QueryView } from '@/shared/ui/query-view';
import { Skeleton } from '@/shared/ui/skeleton';
import { LocationEditor } from '../locations/location-editor';
import { emptyLocation, typedLocation } from '../locations/location-form';
import { addressOf } from '../table';

const NotFoundPage = lazyPart(() => import('./not-found-page').then((m) => m.NotFoundPage));

/** The form begins with the location as it was then: what comes later is another version of it. */
function Editor({ record, copy }: { record: LocationRecord; copy: boolean }) {
  const [first] = useState(record);
  const typed = typedLocation(first);
  // A copy has a name of its own.
  const values = copy ? { ...typed, name: '' } : typed;
  return <LocationEditor before={copy ? null : first} values={values} list={addressOf('locations')} />;
}

function Existing({ id, copy }: { id: number; copy: boolean }) {
  const query = useQuery(adminLocationQuery(id));
  if (query.error instanceof ApiError && query.error.code === 'not_found') return <NotFoundPage />;
  const title = copy ? i18n._('New location') : (query.data?.location.name ?? i18n._('Location'));
  return (
    <Page title={title} width="narrow">
      <QueryView
        query={query}
        skeleton={<Skeleton count={3} height={240} />}
        failed={i18n._('Unable to get the location')}
      >
        {(record) => <Editor key={record.locationId} record={record} copy={copy} />}
      </QueryView>
    </Page>
  );
}

function New() {
  const query = useQuery(locationsQuery());
  return (
    <Page title={i18n._('New location')} width="narrow">
      <QueryView
        query={query}
        skeleton={<Skeleton count={3} height={240} />}
        failed={i18n._('Unable to get Locations')}
      >
        {([first]) => (
          <LocationEditor before={null} values={emptyLocation(first)} list={addressOf('locations')} />
        )}
      </QueryView>
    </Page>
  );
}

/** A location that there is, a copy of one, or a new one. */
export function LocationPage() {
  const { id: param = '' } = useParams();
  const [query] = useSearchParams();
  const copyOf = param === 'new' ? query.get('copy') : null;
  const wanted = copyOf ?? param;
  if (wanted !== 'new' && !/^\d{1,15}$/.test(wanted)) return <NotFoundPage />;
  return (
    <>
      <BackLink to={addressOf('locations')} label={i18n._('Locations')} width="narrow" />
      {wanted === 'new' ? <New /> : <Existing key={wanted} id={Number(wanted)} copy={copyOf !== null} />}
    </>
  );
}

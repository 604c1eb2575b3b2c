import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  adminLocationQuery,
  adminLocationsQuery,
  type LocationRecord,
} from '@/features/catalog/api/admin-locations';
import { BackLink } from '@/shared/office/back-link';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Page } from '@/shared/ui/page';
import { QueryView } from '@/shared/ui/query-view';
import { Skeleton } from '@/shared/ui/skeleton';
import { LocationEditor } from '../locations/location-editor';
import { emptyLocation, typedLocation } from '../locations/location-schema';
import { addressOf } from '../table';
import { RecordPage, useAskedRecord } from './record-page';

const NotFoundPage = lazyPart(() => import('./not-found-page').then((m) => m.NotFoundPage));

/** The form keeps the location from when it opened. Later changes are another version. */
function Editor({ record, copy }: { record: LocationRecord; copy: boolean }) {
  const [first] = useState(record);
  const typed = typedLocation(first);
  // A copy needs its own name.
  const values = copy ? { ...typed, name: '' } : typed;
  return <LocationEditor before={copy ? null : first} values={values} list={addressOf('locations')} />;
}

function Existing({ id, copy }: { id: number; copy: boolean }) {
  return (
    <RecordPage
      query={adminLocationQuery(id)}
      titleOf={(record) => (copy ? i18n._('Add location') : (record?.location.name ?? i18n._('Location')))}
      failed={i18n._("Couldn't load location")}
    >
      {(record) => <Editor key={record.locationId} record={record} copy={copy} />}
    </RecordPage>
  );
}

function New() {
  const query = useQuery(adminLocationsQuery({ archived: false, limit: 200 }));
  return (
    <Page title={i18n._('Add location')} width="narrow">
      <QueryView
        query={query}
        skeleton={<Skeleton count={3} height={240} />}
        failed={i18n._("Couldn't load locations")}
      >
        {({ items }) => (
          <LocationEditor before={null} values={emptyLocation(items)} list={addressOf('locations')} />
        )}
      </QueryView>
    </Page>
  );
}

/** Existing location, copy, or new location. */
export function LocationPage() {
  const asked = useAskedRecord();
  if (!asked) return <NotFoundPage />;
  const { id, copy } = asked;
  return (
    <>
      <BackLink to={addressOf('locations')} label={i18n._('Locations')} width="narrow" />
      {id === 'new' ? <New /> : <Existing key={id} id={id} copy={copy} />}
    </>
  );
}

import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import {
  adminLocationsQuery,
  downloadLocations,
  type LocationRecord,
} from '@/features/site/api/admin-locations';
import { ListControls } from '@/shared/list/list-controls';
import { ListView } from '@/shared/list/list-view';
import { SearchBox } from '@/shared/list/search-box';
import { useList } from '@/shared/list/use-list';
import { type Column, DataTable } from '@/shared/office/data-table';
import styles from '@/shared/office/page-acts.module.css';
import { StateChip } from '@/shared/office/state-chip';
import { cursorOf, partOf } from '@/shared/office/trail';
import { Page } from '@/shared/ui/page';
import { SelectBox } from '@/shared/ui/select-box';
import { Skeleton } from '@/shared/ui/skeleton';
import { StateView } from '@/shared/ui/state-view';
import { DownloadButton } from '../components/download-button';
import { LocationActions } from '../locations/location-actions';
import { askedOf, locationFields } from '../locations/location-fields';
import { useMay } from '../roles';
import { addressOf } from '../table';
import { SavedViews } from '../views/saved-views';

const size = 50;

function columns(): [Column<LocationRecord>, ...Column<LocationRecord>[]] {
  return [
    { id: 'name', head: i18n._('Location'), cell: ({ location }) => location.name },
    {
      id: 'address',
      head: i18n._('Address'),
      cell: ({ location: { address1, address2 } }) => [address1, address2].filter(Boolean).join(', '),
    },
    {
      id: 'city',
      head: i18n._('City'),
      cell: ({ location: { city, state, zip } }) =>
        [city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', '),
    },
    { id: 'phone', head: i18n._('Phone'), cell: ({ location }) => location.phone || '–', numeric: true },
    {
      id: 'state',
      head: i18n._('Status'),
      cell: ({ archived }) => (
        <StateChip
          {...(archived
            ? { label: i18n._('Archived'), mood: 'over' }
            : { label: i18n._('Open'), mood: 'good' })}
        />
      ),
      phone: 'aside',
    },
  ];
}

/** Where the merchant washes, in the order in which customers choose. */
export function LocationsPage() {
  const may = useMay()('changeLocations');
  const list = useList(locationFields);
  const { state, to, change } = list;
  const asked = askedOf(state);
  const cursor = cursorOf(state.at);
  const query = useQuery(adminLocationsQuery({ ...asked, limit: size, ...(cursor && { cursor }) }));
  const create = may && (
    <Button component={Link} to={`${addressOf('locations')}/new`} variant="contained">
      {i18n._('New location')}
    </Button>
  );
  return (
    <Page
      lead={i18n._('Customers choose in this order. Who has not chosen sees the taxes of the first.')}
      aside={
        query.data &&
        may && (
          <div className={styles.acts}>
            <DownloadButton
              list="locations"
              count={query.data.count}
              fetchTable={() => downloadLocations(asked)}
            />
            {create}
          </div>
        )
      }
    >
      <ListView
        query={query}
        list={list}
        part={(page) => partOf(page, { trail: state.at, size, at: (at) => to({ at }) })}
        controls={() => (
          <>
            <ListControls>
              <SearchBox label={i18n._('Search')} value={state.q} onSearch={(q) => change({ q })} />
              <SelectBox
                label={i18n._('Status')}
                hideLabel
                options={[
                  { value: 'all', label: i18n._('All states') },
                  { value: 'open', label: i18n._('Open') },
                  { value: 'archived', label: i18n._('Archived') },
                ]}
                value={state.state}
                onChange={(next) => change({ state: next })}
              />
            </ListControls>
            <SavedViews list="locations" />
          </>
        )}
        skeleton={<Skeleton count={4} height={44} />}
        failed={i18n._('Unable to get Locations')}
        empty={
          <StateView icon="pin" title={i18n._('No locations yet')}>
            {create}
          </StateView>
        }
      >
        {(locations) => (
          <DataTable
            label={i18n._('Locations')}
            columns={columns()}
            rows={locations}
            keyOf={({ locationId }) => locationId}
            {...(may && {
              to: ({ locationId }: LocationRecord) => addressOf('location', { id: String(locationId) }),
              actions: (record: LocationRecord) => {
                const at = list.narrowed ? -1 : locations.indexOf(record);
                return (
                  <LocationActions
                    record={record}
                    above={locations[at - 1]}
                    below={at < 0 ? undefined : locations[at + 1]}
                  />
                );
              },
            })}
            actionsHead={i18n._('Actions')}
          />
        )}
      </ListView>
    </Page>
  );
}

import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import {
  adminLocationsQuery,
  downloadLocations,
  importLocations,
} from '@/features/catalog/api/admin-locations';
import { ListControls } from '@/shared/list/list-controls';
import { ListView } from '@/shared/list/list-view';
import { SearchBox } from '@/shared/list/search-box';
import { useList } from '@/shared/list/use-list';
import styles from '@/shared/office/page-acts.module.css';
import { cursorOf, partOf } from '@/shared/office/trail';
import { Page } from '@/shared/ui/page';
import { Skeleton } from '@/shared/ui/skeleton';
import { StateView } from '@/shared/ui/state-view';
import { ArchiveTabs } from '../components/archive-tabs';
import { DownloadButton } from '../components/download-button';
import { ImportButton } from '../components/import-button';
import { askedOf, locationFields } from '../locations/location-filters';
import { LocationTable } from '../locations/location-table';
import { useMay } from '../roles';
import { addressOf } from '../table';
import { SavedViews } from '../views/saved-views';

const size = 50;

/** Locations in the order customers see. */
export function LocationsPage() {
  const may = useMay()('changeLocations');
  const list = useList(locationFields);
  const { state, to, change } = list;
  const archived = state.state === 'archived';
  const asked = askedOf(state);
  const cursor = cursorOf(state.at);
  const query = useQuery(adminLocationsQuery({ ...asked, limit: size, ...(cursor && { cursor }) }));
  const create = may && (
    <Button component={Link} to={`${addressOf('locations')}/new`} variant="contained">
      {i18n._('Add location')}
    </Button>
  );
  return (
    <Page
      lead={i18n._(
        "Customers see locations in this order. Until they choose one, they see the first location's taxes.",
      )}
      aside={
        query.data &&
        may && (
          <div className={styles.acts}>
            <DownloadButton
              list="locations"
              count={query.data.count}
              fetchTable={() => downloadLocations(asked)}
            />
            <ImportButton
              title={i18n._('Import locations')}
              hint={i18n._(
                "Export the list as CSV, edit it, then import it. Rows without a locationId create locations. Missing columns aren't changed.",
              )}
              bring={importLocations}
            />
            {create}
          </div>
        )
      }
    >
      <ArchiveTabs
        label={i18n._('Locations')}
        tabs={[
          {
            label: i18n._({ id: 'locations|Active', message: 'Active' }),
            to: to({ state: 'open', at: '' }),
            current: !archived,
          },
          {
            label: i18n._({ id: 'locations|Archived', message: 'Archived' }),
            to: to({ state: 'archived', at: '' }),
            current: archived,
          },
        ]}
      />
      <ListView
        query={query}
        list={{ narrowed: state.q !== '', clear: () => change({ q: '', at: '' }) }}
        part={(page) => partOf(page, { trail: state.at, size, at: (at) => to({ at }) })}
        controls={() => (
          <>
            <ListControls>
              <SearchBox label={i18n._('Search')} value={state.q} onSearch={(q) => change({ q })} />
            </ListControls>
            <SavedViews list="locations" />
          </>
        )}
        skeleton={<Skeleton count={4} height={44} />}
        failed={i18n._("Couldn't load locations")}
        empty={
          archived ? (
            <StateView icon="pin" title={i18n._('No archived locations')} />
          ) : (
            <StateView icon="pin" title={i18n._('No locations yet')}>
              {create}
            </StateView>
          )
        }
      >
        {(locations) => <LocationTable locations={locations} may={may} asInShop={!list.narrowed} />}
      </ListView>
    </Page>
  );
}

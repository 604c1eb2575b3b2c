import { i18n } from '@lingui/core';
import { useState } from 'react';
import type { LocationRecord } from '@/features/catalog/api/admin-locations';
import { formatPhone } from '@/shared/format/masks';
import { type Column, DataTable } from '@/shared/office/data-table';
import { StateChip } from '@/shared/office/state-chip';
import { site } from '@/shared/site/boot';
import { BusyButton } from '@/shared/ui/busy-button';
import { ChosenBar } from '../components/chosen-bar';
import { addressOf } from '../table';
import { LocationActions } from './location-actions';
import styles from './location-table.module.css';
import { useArchive } from './use-archive';

function phoneOf({ location: { phone } }: LocationRecord): string {
  return (phone && formatPhone(phone, site().country)) || phone || '–';
}

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
    {
      id: 'phone',
      head: i18n._('Phone'),
      cell: (record) => <span className={styles.phone}>{phoneOf(record)}</span>,
      numeric: true,
    },
    {
      id: 'state',
      head: i18n._('Status'),
      cell: ({ archived }) => (
        <StateChip
          {...(archived
            ? { label: i18n._({ id: 'location|Archived', message: 'Archived' }), mood: 'over' }
            : { label: i18n._({ id: 'location|Open', message: 'Open' }), mood: 'good' })}
        />
      ),
      phone: 'aside',
    },
  ];
}

type Props = {
  locations: LocationRecord[];
  /** Whether the person may edit them. */
  may: boolean;
  /** Whether all are shown in shop order, so that they can be moved. */
  asInShop: boolean;
};

/** Locations with links to their forms and bulk archiving. */
export function LocationTable({ locations, may, asInShop }: Props) {
  const [all, setChosen] = useState<ReadonlySet<string | number>>(new Set());
  const { archive, restore, busy } = useArchive();
  // Hidden rows aren't selected.
  const chosen = locations.filter(({ locationId }) => all.has(locationId));
  const clear = () => setChosen(new Set());
  const done = async (act: Promise<boolean>) => {
    if (await act) clear();
  };
  const opened = chosen.filter(({ archived }) => !archived);
  const archived = chosen.filter((record) => record.archived);
  return (
    <>
      {chosen.length > 0 && (
        <ChosenBar count={chosen.length} onClear={clear}>
          {opened.length > 0 && (
            <BusyButton size="small" variant="outlined" busy={busy} onClick={() => done(archive(opened))}>
              {i18n._('Archive')}
            </BusyButton>
          )}
          {archived.length > 0 && (
            <BusyButton size="small" variant="outlined" busy={busy} onClick={() => done(restore(archived))}>
              {i18n._('Unarchive')}
            </BusyButton>
          )}
        </ChosenBar>
      )}
      <DataTable
        label={i18n._('Locations')}
        columns={columns()}
        rows={locations}
        keyOf={({ locationId }) => locationId}
        {...(may && {
          to: ({ locationId }: LocationRecord) => addressOf('location', { id: String(locationId) }),
          actions: (record: LocationRecord) => {
            const at = asInShop ? locations.indexOf(record) : -1;
            return (
              <LocationActions
                record={record}
                above={locations[at - 1]}
                below={at < 0 ? undefined : locations[at + 1]}
              />
            );
          },
          selection: {
            chosen: new Set(chosen.map(({ locationId }) => locationId)),
            onChange: setChosen,
            label: ({ location }: LocationRecord) => i18n._('Select {name}', { name: location.name }),
            all: i18n._('Select all'),
          },
        })}
        actionsHead={i18n._('Actions')}
      />
    </>
  );
}

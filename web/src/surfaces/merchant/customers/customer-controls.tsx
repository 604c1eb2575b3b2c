import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { locationsQuery } from '@/features/catalog/api/locations';
import { ListControls } from '@/shared/list/list-controls';
import { SearchBox } from '@/shared/list/search-box';
import type { List } from '@/shared/list/use-list';
import { SelectBox } from '@/shared/ui/select-box';
import type { customerFields } from './customer-filters';

/** Filters for customers. */
export function CustomerControls({ list: { state, change } }: { list: List<typeof customerFields> }) {
  const { data: locations = [] } = useQuery(locationsQuery());
  return (
    <ListControls>
      <SearchBox
        label={i18n._('Search by name, email, phone or plate')}
        value={state.q}
        onSearch={(q) => change({ q })}
      />
      <SelectBox
        label={i18n._('Account')}
        hideLabel
        options={[
          { value: 'all', label: i18n._('All accounts') },
          { value: 'unconfirmed', label: i18n._('Not confirmed') },
          { value: 'blocked', label: i18n._('Blocked') },
          { value: 'staff', label: i18n._('Team') },
        ]}
        value={state.standing}
        onChange={(standing) => change({ standing })}
      />
      <SelectBox
        label={i18n._('Home location')}
        hideLabel
        options={[
          { value: '0', label: i18n._('All locations') },
          ...locations.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        value={String(state.location)}
        onChange={(location) => change({ location: Number(location) })}
      />
      <SelectBox
        label={i18n._('Sort by')}
        hideLabel
        options={[
          { value: 'newest', label: i18n._('Newest first') },
          { value: 'name', label: i18n._('Last name A–Z') },
          { value: 'seen', label: i18n._('Last visit') },
        ]}
        value={state.sort}
        onChange={(sort) => change({ sort })}
      />
    </ListControls>
  );
}

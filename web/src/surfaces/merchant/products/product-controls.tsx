import { i18n } from '@lingui/core';
import type { Location } from '@/shared/api/types';
import { ListControls } from '@/shared/list/list-controls';
import { SearchBox } from '@/shared/list/search-box';
import type { List } from '@/shared/list/use-list';
import { productKinds } from '@/shared/products/kinds';
import { SelectBox } from '@/shared/ui/select-box';
import type { productFields } from './product-filters';
import { soldTypes, stateWords } from './product-words';

const states = ['onSale', 'coming', 'over', 'soldOut', 'example'] as const;

type Props = { list: List<typeof productFields>; locations: Location[] };

/** Filters for products. */
export function ProductControls({ list: { state, change }, locations }: Props) {
  return (
    <ListControls>
      <SearchBox label={i18n._('Search')} value={state.q} onSearch={(q) => change({ q })} />
      <SelectBox
        label={i18n._('Type')}
        hideLabel
        options={[
          { value: 'all', label: i18n._('All types') },
          ...soldTypes.map((value) => ({ value, label: productKinds[value].name() })),
        ]}
        value={state.type}
        onChange={(type) => change({ type })}
      />
      {state.state !== 'archived' && (
        <SelectBox
          label={i18n._('Status')}
          hideLabel
          options={[
            { value: 'all', label: i18n._('All statuses') },
            ...states.map((value) => ({ value, label: stateWords(value).label })),
          ]}
          value={state.state}
          onChange={(next) => change({ state: next })}
        />
      )}
      {locations.length > 1 && (
        <SelectBox
          label={i18n._('Location')}
          hideLabel
          options={[
            { value: '0', label: i18n._('All locations') },
            ...locations.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          value={String(state.location)}
          onChange={(id) => change({ location: Number(id) })}
        />
      )}
      <SelectBox
        label={i18n._('Sort by')}
        hideLabel
        options={[
          { value: 'shop', label: i18n._('Shop order') },
          { value: 'name', label: i18n._('Name A–Z') },
          { value: 'cheapest', label: i18n._('Price: low to high') },
          { value: 'dearest', label: i18n._('Price: high to low') },
          { value: 'newest', label: i18n._('Newest first') },
        ]}
        value={state.sort}
        onChange={(sort) => change({ sort })}
      />
    </ListControls>
  );
}

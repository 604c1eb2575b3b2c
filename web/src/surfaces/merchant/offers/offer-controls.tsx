import { i18n } from '@lingui/core';
import { ListControls } from '@/shared/list/list-controls';
import { SearchBox } from '@/shared/list/search-box';
import type { List } from '@/shared/list/use-list';
import { SelectBox } from '@/shared/ui/select-box';
import type { offerFields } from './offer-order';
import { stateWords } from './offer-words';

/** Filters for offers. */
export function OfferControls({ list: { state, change } }: { list: List<typeof offerFields> }) {
  return (
    <ListControls>
      <SearchBox label={i18n._('Search')} value={state.q} onSearch={(q) => change({ q })} />
      {state.state !== 'withdrawn' && (
        <SelectBox
          label={i18n._('Status')}
          hideLabel
          options={[
            { value: 'all', label: i18n._('All statuses') },
            ...(['running', 'coming', 'ended'] as const).map((value) => ({
              value,
              label: stateWords(value).label,
            })),
          ]}
          value={state.state}
          onChange={(next) => change({ state: next })}
        />
      )}
      <SelectBox
        label={i18n._('Sort by')}
        hideLabel
        options={[
          { value: 'shop', label: i18n._('Shop order') },
          { value: 'newest', label: i18n._('Newest first') },
          { value: 'name', label: i18n._('Name A–Z') },
          { value: 'ending', label: i18n._('Ending soonest') },
          { value: 'claimed', label: i18n._('Most claimed') },
        ]}
        value={state.sort}
        onChange={(sort) => change({ sort })}
      />
    </ListControls>
  );
}

import { i18n } from '@lingui/core';
import { ListControls } from '@/shared/list/list-controls';
import { SearchBox } from '@/shared/list/search-box';
import type { List } from '@/shared/list/use-list';
import { SelectBox } from '@/shared/ui/select-box';
import type { purchaseFields } from '../model/purchase-list';

/** Filters for the purchase list. */
export function PurchaseControls({ list: { state, change } }: { list: List<typeof purchaseFields> }) {
  return (
    <ListControls>
      <SearchBox label={i18n._('Search purchases')} value={state.q} onSearch={(q) => change({ q })} />
      <SelectBox
        label={i18n._('Show')}
        hideLabel
        options={[
          { value: 'all', label: i18n._('All purchases') },
          { value: 'paid', label: i18n._('Paid') },
          { value: 'refunded', label: i18n._('Refunded') },
          { value: 'cancelled', label: i18n._('Canceled') },
        ]}
        value={state.state}
        onChange={(next) => change({ state: next })}
      />
      <SelectBox
        label={i18n._('Sort')}
        hideLabel
        options={[
          { value: 'newest', label: i18n._('Newest first') },
          { value: 'oldest', label: i18n._('Oldest first') },
          { value: 'dearest', label: i18n._('Highest total first') },
        ]}
        value={state.sort}
        onChange={(sort) => change({ sort })}
      />
    </ListControls>
  );
}

import { i18n } from '@lingui/core';
import type { Product } from '@/shared/api/types';
import { ListControls } from '@/shared/list/list-controls';
import { SearchBox } from '@/shared/list/search-box';
import type { List } from '@/shared/list/use-list';
import { SelectBox } from '@/shared/ui/select-box';
import type { memberFields } from './member-filters';

type Props = { list: List<typeof memberFields>; clubs: Product[] };

/** Filters for memberships. */
export function MemberControls({ list: { state, change }, clubs }: Props) {
  return (
    <ListControls>
      <SearchBox label={i18n._('Search by name or email')} value={state.q} onSearch={(q) => change({ q })} />
      <SelectBox
        label={i18n._('Membership')}
        hideLabel
        options={[
          { value: 'all', label: i18n._('All statuses') },
          { value: 'active', label: i18n._('Active') },
          { value: 'endbillingpending', label: i18n._('Canceling') },
          { value: 'inactive', label: i18n._('Ended') },
        ]}
        value={state.status}
        onChange={(status) => change({ status })}
      />
      <SelectBox
        label={i18n._('Billing')}
        hideLabel
        options={[
          { value: 'all', label: i18n._('All billing') },
          { value: 'ok', label: i18n._({ id: 'membership|Paid', message: 'Paid' }) },
          { value: 'past_due', label: i18n._('Past due') },
          { value: 'suspended', label: i18n._('Suspended') },
          { value: 'paused', label: i18n._('Paused') },
        ]}
        value={state.billing}
        onChange={(billing) => change({ billing })}
      />
      <SelectBox
        label={i18n._('Club')}
        hideLabel
        options={[
          { value: '0', label: i18n._('All clubs') },
          ...clubs.map(({ productId, name }) => ({ value: String(productId), label: name })),
        ]}
        value={String(state.club)}
        onChange={(club) => change({ club: Number(club) })}
      />
    </ListControls>
  );
}

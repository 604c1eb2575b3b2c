import { i18n } from '@lingui/core';
import { DateBox } from '@/shared/list/date-box';
import { ListControls } from '@/shared/list/list-controls';
import { SearchBox } from '@/shared/list/search-box';
import type { List } from '@/shared/list/use-list';
import { SelectBox } from '@/shared/ui/select-box';
import type { orderFields } from './order-filters';
import { stateOf } from './order-words';

const states = [
  'paid',
  'partially_refunded',
  'refunded',
  'voided',
  'failed',
  'pending',
  'unknown',
  'flagged',
] as const;

/** Filters for orders. */
export function OrderControls({ list: { state, change } }: { list: List<typeof orderFields> }) {
  return (
    <ListControls>
      <SearchBox
        label={i18n._('Search by order number, name or email')}
        value={state.q}
        onSearch={(q) => change({ q })}
      />
      <SelectBox
        label={i18n._('Status')}
        hideLabel
        options={[
          { value: 'all', label: i18n._('All statuses') },
          ...states.map((value) => ({ value, label: stateOf({ state: value }).label })),
          { value: 'dispute_open', label: i18n._('Dispute open') },
          { value: 'dispute_won', label: i18n._('Dispute won') },
          { value: 'dispute_lost', label: i18n._('Dispute lost') },
          { value: 'dispute_accepted', label: i18n._('Dispute accepted') },
        ]}
        value={state.state}
        onChange={(next) => change({ state: next })}
      />
      <SelectBox
        label={i18n._('Action needed')}
        hideLabel
        options={[
          { value: 'all', label: i18n._('All') },
          { value: 'settlement', label: i18n._('Verify payment') },
          { value: 'shipment', label: i18n._('Ship order') },
        ]}
        value={state.needs}
        onChange={(needs) => change({ needs })}
      />
      <DateBox
        label={i18n._('From')}
        value={state.from}
        max={state.to}
        onChange={(from) => change({ from })}
      />
      <DateBox label={i18n._('To')} value={state.to} min={state.from} onChange={(to) => change({ to })} />
    </ListControls>
  );
}

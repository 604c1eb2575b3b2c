import { i18n } from '@lingui/core';
import type { ReportGroup } from '@/shared/api/types';
import { DateBox } from '@/shared/list/date-box';
import { ListControls } from '@/shared/list/list-controls';
import type { List } from '@/shared/list/use-list';
import { SelectBox } from '@/shared/ui/select-box';
import { type Days, type RangeName, rangeNames } from './ranges';
import styles from './report-controls.module.css';
import type { reportFields } from './report-filters';
import { groupName } from './report-words';

const ranges: Record<RangeName, () => string> = {
  '30d': () => i18n._('Last 30 days'),
  today: () => i18n._('Today'),
  '7d': () => i18n._('Last 7 days'),
  month: () => i18n._('This month'),
  quarter: () => i18n._('This quarter'),
  year: () => i18n._('This year'),
  own: () => i18n._('Custom range'),
};

type Props = {
  list: List<typeof reportFields>;
  days: Days;
  /** Available groupings, the default first; empty until loaded. */
  groups: ReportGroup[];
};

/** Date range and grouping of a report. */
export function ReportControls({ list: { state, change }, days, groups }: Props) {
  const usual = groups[0];
  return (
    <div className={styles.controls}>
      <ListControls>
        <SelectBox
          label={i18n._('Date range')}
          options={rangeNames.map((value) => ({ value, label: ranges[value]() }))}
          value={state.range}
          onChange={(range) => change({ range, ...(range === 'own' ? days : { from: '', to: '' }) })}
        />
        {state.range === 'own' && (
          <>
            <DateBox
              label={i18n._('From')}
              value={days.from}
              max={days.to}
              onChange={(from) => change({ from })}
            />
            <DateBox label={i18n._('To')} value={days.to} min={days.from} onChange={(to) => change({ to })} />
          </>
        )}
        {usual && groups.length > 1 && (
          <SelectBox
            label={i18n._('Group by')}
            options={groups.map((group) => ({
              value: group === usual ? ('usual' as const) : group,
              label: groupName(group),
            }))}
            value={state.by === usual ? 'usual' : state.by}
            onChange={(by) => change({ by })}
          />
        )}
      </ListControls>
    </div>
  );
}

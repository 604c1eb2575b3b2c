import { i18n } from '@lingui/core';
import type { AuditPage } from '@/shared/api/types';
import { DateBox } from '@/shared/list/date-box';
import { ListControls } from '@/shared/list/list-controls';
import type { List } from '@/shared/list/use-list';
import { SelectBox } from '@/shared/ui/select-box';
import type { auditFields } from './audit-filters';
import { actName, kindName, subjectKinds } from './audit-words';

type Props = { list: List<typeof auditFields>; page: AuditPage | undefined };

const byLabel = (one: { label: string }, other: { label: string }) => one.label.localeCompare(other.label);

/** Filters for the audit log. */
export function AuditControls({ list: { state, change }, page }: Props) {
  const people = page?.people ?? [];
  const acts = page?.actions ?? [];
  return (
    <ListControls>
      <SelectBox
        label={i18n._('Actor')}
        hideLabel
        options={[
          { value: '0', label: i18n._('Everyone') },
          ...people
            .map(({ userId, name }) => ({ value: userId, label: name ?? i18n._('Deleted account') }))
            .sort(byLabel),
        ]}
        value={String(state.person)}
        onChange={(person) => change({ person: Number(person) })}
      />
      <SelectBox
        label={i18n._('Event')}
        hideLabel
        options={[
          { value: '', label: i18n._('All events') },
          ...acts.map((value) => ({ value, label: actName(value) })).sort(byLabel),
        ]}
        value={state.act}
        onChange={(act) => change({ act })}
      />
      <SelectBox
        label={i18n._('Resource')}
        hideLabel
        options={[
          { value: '', label: i18n._('All resources') },
          ...subjectKinds.map((value) => ({ value, label: kindName(value) })).sort(byLabel),
        ]}
        value={state.kind}
        onChange={(kind) => change({ kind })}
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

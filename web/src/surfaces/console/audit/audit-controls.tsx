import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import type { ProviderAuditPage } from '@/shared/api/types';
import { DateBox } from '@/shared/list/date-box';
import { ListControls } from '@/shared/list/list-controls';
import type { List } from '@/shared/list/use-list';
import { SelectBox } from '@/shared/ui/select-box';
import type { auditFields } from './audit-filters';
import { actName, personName } from './audit-words';

type Props = { list: List<typeof auditFields>; page: ProviderAuditPage | undefined };

type Choice = { value: string; label: string };

const byLabel = (one: Choice, other: Choice) => one.label.localeCompare(other.label);

/** Options, including the value of a link that isn't among them. */
function choices(all: string, known: Choice[], chosen: string, name: (chosen: string) => string): Choice[] {
  const missing = chosen !== '' && !known.some(({ value }) => value === chosen);
  const linked = missing ? [{ value: chosen, label: name(chosen) }] : [];
  return [{ value: '', label: all }, ...[...known, ...linked].sort(byLabel)];
}

/** Filters for the audit log. */
export function AuditControls({ list: { state, change }, page }: Props) {
  const people = (page?.people ?? []).map((one) => ({ value: one.id, label: personName(one) }));
  const acts = (page?.actions ?? []).map((value) => ({ value, label: actName(value) }));
  return (
    <ListControls>
      <SelectBox
        label={i18n._('Actor')}
        hideLabel
        options={choices(i18n._('All actors'), people, state.actor, (id) => personName({ id }))}
        value={state.actor}
        onChange={(actor) => change({ actor })}
      />
      <SelectBox
        label={i18n._('Event')}
        hideLabel
        options={choices(i18n._('All events'), acts, state.act, actName)}
        value={state.act}
        onChange={(act) => change({ act })}
      />
      <DateBox
        label={i18n._('From')}
        value={state.from}
        max={state.to}
        onChange={(from) => change({ from })}
      />
      <DateBox label={i18n._('To')} value={state.to} min={state.from} onChange={(to) => change({ to })} />
      {state.subject && (
        <Button variant="outlined" onClick={() => change({ subject: '' })}>
          {i18n._('Show all resources')}
        </Button>
      )}
    </ListControls>
  );
}

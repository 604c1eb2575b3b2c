import { i18n } from '@lingui/core';
import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import { FormField } from './form-field';
import { SelectField } from './select-field';

type Props<T extends FieldValues> = {
  control: Control<T>;
  name: FieldPath<T>;
  /** Those of the site's country; none where it has none, or they did not come. */
  states: { code: string; name: string }[];
  autoComplete: string;
  maxLength: number;
  locked?: boolean;
};

/** A state or province: chosen where they are known, typed elsewhere. */
export function StateField<T extends FieldValues>({ states, maxLength, locked, ...field }: Props<T>) {
  const label = i18n._('State');
  if (states.length === 0) {
    return <FormField {...field} label={label} maxLength={maxLength} {...(locked && { locked })} />;
  }
  const options = states.map(({ code, name }) => ({ value: code, label: name }));
  return <SelectField {...field} label={label} options={options} disabled={locked} />;
}

import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import { stateLabel } from '../site/country-words';
import { FormField } from './form-field';
import { SelectField } from './select-field';

type Props<T extends FieldValues> = {
  control: Control<T>;
  name: FieldPath<T>;
  /** States of the site's country; empty if it has none or they couldn't be loaded. */
  states: { code: string; name: string }[];
  autoComplete: string;
  maxLength: number;
  locked?: boolean;
};

/** State or province: a select if the options are known, otherwise a text field. */
export function StateField<T extends FieldValues>({ states, maxLength, locked, ...field }: Props<T>) {
  const label = stateLabel();
  if (states.length === 0) {
    return <FormField {...field} label={label} maxLength={maxLength} {...(locked && { locked })} />;
  }
  const options = states.map(({ code, name }) => ({ value: code, label: name }));
  return <SelectField {...field} label={label} options={options} disabled={locked} />;
}

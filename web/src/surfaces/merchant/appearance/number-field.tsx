import FormControl from '@mui/material/FormControl';
import InputLabel from '@mui/material/InputLabel';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useId, useState } from 'react';
import { type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { useFieldLabel } from '@/shared/forms/field-labels';
import type { AppForm } from '@/shared/forms/use-app-form';

type Props<T extends FieldValues> = {
  form: AppForm<T>;
  name: FieldPath<T>;
  label: string;
  from: number;
  to: number;
};

/** Integer within bounds. While typing, the nearest valid value counts and is shown on blur. */
export function NumberField<T extends FieldValues>({ form, name, label, from, to }: Props<T>) {
  const { field } = useController({ control: form.control, name });
  const id = useId();
  useFieldLabel(name, label);
  // While typing 12, a 1 must be allowed even if it is below the minimum.
  const [typed, setTyped] = useState<string | null>(null);
  const nearest = (number: number) => Math.min(to, Math.max(from, Math.round(number)));
  return (
    <FormControl fullWidth variant="outlined">
      <InputLabel htmlFor={id}>{label}</InputLabel>
      <OutlinedInput
        id={id}
        label={label}
        type="number"
        name={field.name}
        value={typed ?? field.value ?? ''}
        inputRef={field.ref}
        onChange={({ target }) => {
          setTyped(target.value);
          const number = Number.parseFloat(target.value);
          if (Number.isFinite(number)) field.onChange(nearest(number));
        }}
        onBlur={() => {
          setTyped(null);
          field.onBlur();
        }}
        slotProps={{ input: { min: from, max: to, step: 1 } }}
      />
    </FormControl>
  );
}

import FormControl from '@mui/material/FormControl';
import InputLabel from '@mui/material/InputLabel';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useId } from 'react';
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

/** A whole number within bounds; one beyond them becomes the nearest as the field is left. */
export function NumberField<T extends FieldValues>({ form, name, label, from, to }: Props<T>) {
  const { field } = useController({ control: form.control, name });
  const id = useId();
  useFieldLabel(name, label);
  const clamped = (text: string) => Math.min(to, Math.max(from, Math.round(Number(text)) || from));
  return (
    <FormControl fullWidth variant="outlined">
      <InputLabel htmlFor={id}>{label}</InputLabel>
      <OutlinedInput
        id={id}
        label={label}
        type="number"
        name={field.name}
        value={field.value ?? ''}
        inputRef={field.ref}
        onChange={(event) => field.onChange(event.target.value === '' ? '' : clamped(event.target.value))}
        onBlur={(event) => {
          field.onChange(clamped(event.target.value));
          field.onBlur();
        }}
        slotProps={{ input: { min: from, max: to, step: 1 } }}
      />
    </FormControl>
  );
}

import TextField from '@mui/material/TextField';
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';

type Props<T extends FieldValues> = {
  control: Control<T>;
  name: FieldPath<T>;
  label: string;
  autoComplete: string;
  options: { value: string; label: string }[];
};

/** A native select: every phone shows its own wheel, every keyboard works. */
export function SelectField<T extends FieldValues>(props: Props<T>) {
  const { field, fieldState } = useController({ control: props.control, name: props.name });
  const error = fieldState.error?.message;
  return (
    <TextField
      select
      label={props.label}
      name={field.name}
      value={field.value ?? ''}
      inputRef={field.ref}
      autoComplete={props.autoComplete}
      error={Boolean(error)}
      helperText={error}
      onBlur={field.onBlur}
      onChange={field.onChange}
      slotProps={{
        select: { native: true },
        inputLabel: { shrink: true },
        htmlInput: { 'aria-required': true },
        formHelperText: { role: error ? 'alert' : undefined },
      }}
    >
      <option value="" disabled hidden />
      {props.options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </TextField>
  );
}

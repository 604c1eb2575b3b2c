import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import InputLabel from '@mui/material/InputLabel';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useId } from 'react';
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { afterPress } from '@/shared/forms/after-press';
import { useFieldLabel } from '@/shared/forms/field-labels';

type Props<T extends FieldValues> = {
  control: Control<T>;
  name: FieldPath<T>;
  label: string;
  /** With or without a time. */
  type?: 'date' | 'datetime-local';
  min?: string;
  max?: string;
  optional?: boolean;
  help?: string | undefined;
};

/** Date, or time in the site's time zone, with a native picker. */
export function DateField<T extends FieldValues>(props: Props<T>) {
  const { control, name, label, type = 'date', min, max, optional = false, help } = props;
  const { field, fieldState } = useController({ control, name });
  const id = useId();
  useFieldLabel(name, label);
  const error = fieldState.error?.message;
  const said = error ?? help;
  return (
    <FormControl fullWidth variant="outlined" error={Boolean(error)}>
      <InputLabel shrink htmlFor={id}>
        {label}
      </InputLabel>
      <OutlinedInput
        id={id}
        notched
        type={type}
        label={label}
        name={field.name}
        value={field.value ?? ''}
        inputRef={field.ref}
        onBlur={() => afterPress(field.onBlur)}
        onChange={field.onChange}
        slotProps={{
          input: {
            min,
            max,
            'aria-required': !optional,
            'aria-describedby': said ? `${id}-said` : undefined,
          },
        }}
      />
      {said && (
        <FormHelperText id={`${id}-said`} role={error ? 'alert' : undefined}>
          {said}
        </FormHelperText>
      )}
    </FormControl>
  );
}

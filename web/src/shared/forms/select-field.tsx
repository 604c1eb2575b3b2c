import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import InputLabel from '@mui/material/InputLabel';
import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useId } from 'react';
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { afterPress } from './after-press';
import { useFieldLabel } from './field-labels';

type Props<T extends FieldValues> = {
  control: Control<T>;
  name: FieldPath<T>;
  label: string;
  autoComplete: string;
  options: { value: string; label: string }[];
  disabled?: boolean | undefined;
  help?: string | undefined;
  onChosen?: ((value: string) => void) | undefined;
};

/** Native select, for platform pickers and keyboard support. */
export function SelectField<T extends FieldValues>(props: Props<T>) {
  const { field, fieldState } = useController({ control: props.control, name: props.name });
  const id = useId();
  useFieldLabel(props.name, props.label);
  const error = fieldState.error?.message;
  const said = error ?? props.help;
  const offersNone = props.options.some((option) => option.value === '');
  return (
    <FormControl fullWidth variant="outlined" error={Boolean(error)} disabled={props.disabled ?? false}>
      <InputLabel shrink htmlFor={id}>
        {props.label}
      </InputLabel>
      <NativeSelect
        input={<OutlinedInput notched label={props.label} />}
        name={field.name}
        value={field.value ?? ''}
        inputRef={field.ref}
        onBlur={() => afterPress(field.onBlur)}
        onChange={(event) => {
          field.onChange(event);
          props.onChosen?.(event.target.value);
        }}
        inputProps={{
          id,
          autoComplete: props.autoComplete,
          'aria-required': true,
          'aria-describedby': said ? `${id}-said` : undefined,
        }}
      >
        {!offersNone && <option value="" disabled hidden />}
        {props.options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </NativeSelect>
      {said && (
        <FormHelperText id={`${id}-said`} role={error ? 'alert' : undefined}>
          {said}
        </FormHelperText>
      )}
    </FormControl>
  );
}

import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Switch from '@mui/material/Switch';
import { useId } from 'react';
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { afterPress } from './after-press';
import { useFieldLabel } from './field-labels';

type Props<T extends FieldValues> = { control: Control<T>; name: FieldPath<T>; label: string };

export function SwitchField<T extends FieldValues>({ control, name, label }: Props<T>) {
  const { field, fieldState } = useController({ control, name });
  const id = useId();
  useFieldLabel(name, label);
  const error = fieldState.error?.message;
  return (
    <>
      <FormControlLabel
        control={
          <Switch
            checked={Boolean(field.value)}
            onChange={field.onChange}
            onBlur={() => afterPress(field.onBlur)}
            name={field.name}
            slotProps={{ input: { ref: field.ref, 'aria-describedby': error && id } }}
          />
        }
        label={label}
      />
      {error && (
        <FormHelperText id={id} error role="alert">
          {error}
        </FormHelperText>
      )}
    </>
  );
}

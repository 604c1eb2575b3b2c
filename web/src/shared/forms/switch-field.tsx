import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { afterPress } from './after-press';

type Props<T extends FieldValues> = { control: Control<T>; name: FieldPath<T>; label: string };

export function SwitchField<T extends FieldValues>({ control, name, label }: Props<T>) {
  const { field } = useController({ control, name });
  return (
    <FormControlLabel
      control={
        <Switch
          checked={Boolean(field.value)}
          onChange={field.onChange}
          onBlur={() => afterPress(field.onBlur)}
          name={field.name}
        />
      }
      label={label}
    />
  );
}

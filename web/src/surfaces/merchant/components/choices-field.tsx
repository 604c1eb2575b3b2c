import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import { type ReactNode, useId } from 'react';
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { afterPress } from '@/shared/forms/after-press';
import { useFieldLabel } from '@/shared/forms/field-labels';
import styles from './choices-field.module.css';

type Props<T extends FieldValues> = {
  control: Control<T>;
  /** Path of a list of IDs. */
  name: FieldPath<T>;
  label: string;
  choices: { id: number | string; label: ReactNode; disabled?: boolean }[];
  help?: string | undefined;
};

/** Checkbox group. */
export function ChoicesField<T extends FieldValues>({ control, name, label, choices, help }: Props<T>) {
  const { field, fieldState } = useController({ control, name });
  const id = useId();
  useFieldLabel(name, label);
  const chosen = field.value as (number | string)[];
  const error = fieldState.error?.message;
  const said = error ?? help;
  return (
    <fieldset className={styles.choices} aria-describedby={said ? `${id}-said` : undefined}>
      <legend className={styles.label}>{label}</legend>
      {choices.map((choice, index) => (
        <FormControlLabel
          key={choice.id}
          className={styles.choice ?? ''}
          disabled={choice.disabled ?? false}
          control={
            <Checkbox
              checked={chosen.includes(choice.id)}
              {...(index === 0 && { slotProps: { input: { ref: field.ref } } })}
              onBlur={() => afterPress(field.onBlur)}
              onChange={(event) =>
                field.onChange(
                  event.target.checked
                    ? [...chosen, choice.id]
                    : chosen.filter((other) => other !== choice.id),
                )
              }
            />
          }
          disableTypography
          // A text node alone wouldn't fill the space next to the checkbox.
          label={<span>{choice.label}</span>}
        />
      ))}
      {said && (
        <FormHelperText id={`${id}-said`} error={Boolean(error)} role={error ? 'alert' : undefined}>
          {said}
        </FormHelperText>
      )}
    </fieldset>
  );
}

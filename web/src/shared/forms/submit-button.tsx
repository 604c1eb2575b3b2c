import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { type Control, type FieldValues, useFormState } from 'react-hook-form';
import { Spinner } from '../ui/spinner';

type Props<T extends FieldValues> = { control: Control<T>; label: string };

/** Disabled while submitting, or while a field is invalid or a required one empty. */
export function SubmitButton<T extends FieldValues>({ control, label }: Props<T>) {
  const { isSubmitting, isValid, errors } = useFormState({ control });
  // The library considers a form invalid after a form-level error, but it may be sent again unchanged.
  const refused = Object.keys(errors).join() === 'root';
  const ready = isValid || refused;
  return (
    <Button type="submit" variant="contained" size="large" fullWidth disabled={isSubmitting || !ready}>
      {isSubmitting ? <Spinner label={i18n._('Submitting')} /> : label}
    </Button>
  );
}

import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { type Control, type FieldValues, useFormState } from 'react-hook-form';
import { isViewing } from '../api/view';
import { Spinner } from '../ui/spinner';

type Props<T extends FieldValues> = { control: Control<T>; label: string };

/** Disabled while submitting, while a field is invalid or a required one empty, and in a read-only view. */
export function SubmitButton<T extends FieldValues>({ control, label }: Props<T>) {
  const { isSubmitting, isValid, errors } = useFormState({ control });
  // The library considers a form invalid after a form-level error, but it may be sent again unchanged.
  const refused = Object.keys(errors).join() === 'root';
  const ready = isValid || refused;
  return (
    <Button
      type="submit"
      variant="contained"
      size="large"
      fullWidth
      disabled={isSubmitting || !ready || isViewing()}
    >
      {isSubmitting ? <Spinner label={i18n._('Submitting')} /> : label}
    </Button>
  );
}

import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { type Control, type FieldValues, useFormState } from 'react-hook-form';
import { Spinner } from '../ui/spinner';

type Props<T extends FieldValues> = { control: Control<T>; label: string };

/** Disabled while submitting, while a field has an error and while a needed field was not filled in. */
export function SubmitButton<T extends FieldValues>({ control, label }: Props<T>) {
  const { isSubmitting, isValid, errors } = useFormState({ control });
  // The library calls a form invalid that was only refused as a whole: that one may be sent again as it is.
  const refused = Object.keys(errors).join() === 'root';
  const ready = isValid || refused;
  return (
    <Button type="submit" variant="contained" size="large" fullWidth disabled={isSubmitting || !ready}>
      {isSubmitting ? <Spinner label={i18n._('Submitting')} /> : label}
    </Button>
  );
}

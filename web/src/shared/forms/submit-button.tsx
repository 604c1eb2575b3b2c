import { i18n } from '@lingui/core';
import { type Control, type FieldValues, useFormState } from 'react-hook-form';
import { isViewing } from '../api/view';
import { BusyButton } from '../ui/busy-button';
import { Spinner } from '../ui/spinner';

type Props<T extends FieldValues> = { control: Control<T>; label: string };

/** Submits the form, or marks its missing and invalid fields and goes to the first. Disabled in a read-only view. */
export function SubmitButton<T extends FieldValues>({ control, label }: Props<T>) {
  const { isSubmitting } = useFormState({ control });
  return (
    <BusyButton
      type="submit"
      variant="contained"
      size="large"
      fullWidth
      busy={isSubmitting}
      disabled={isViewing()}
    >
      {isSubmitting ? <Spinner label={i18n._('Submitting')} /> : label}
    </BusyButton>
  );
}

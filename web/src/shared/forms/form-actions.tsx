import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { type Control, type FieldValues, useFormState } from 'react-hook-form';
import styles from './form.module.css';
import { SubmitButton } from './submit-button';

type Props<T extends FieldValues> = {
  control: Control<T>;
  label: string;
  onCancel: (() => void) | undefined;
};

/** Buttons of a form; a form that replaces its content also has a cancel button. */
export function FormActions<T extends FieldValues>({ control, label, onCancel }: Props<T>) {
  const { isSubmitting } = useFormState({ control });
  const submit = <SubmitButton control={control} label={label} />;
  if (!onCancel) return submit;
  return (
    <div className={styles.actions}>
      {submit}
      <Button variant="outlined" size="large" fullWidth onClick={onCancel} disabled={isSubmitting}>
        {i18n._('Cancel')}
      </Button>
    </div>
  );
}

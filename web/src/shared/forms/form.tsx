import { type FocusEventHandler, type ReactNode, useState } from 'react';
import { type FieldValues, useFormState } from 'react-hook-form';
import { useUnsaved } from '../ui/unsaved';
import { FieldLabels } from './field-labels';
import styles from './form.module.css';
import { FormActions } from './form-actions';
import { FormFailure } from './form-failure';
import type { AppForm } from './use-app-form';

type Props<T extends FieldValues> = {
  form: AppForm<T>;
  /** Label of the form if no heading describes it. */
  label?: string;
  /** Label of the submit button; without it, the form has its own. */
  submit?: string;
  onCancel?: (() => void) | undefined;
  /** Whether to ask before input is lost. */
  guard?: boolean;
  onFocus?: FocusEventHandler | undefined;
  className?: string | undefined;
  children: ReactNode;
};

/** Form with fields, submit button and errors. */
export function Form<T extends FieldValues>(props: Props<T>) {
  const { form, label, submit, onCancel, guard = false, onFocus, className = styles.form, children } = props;
  const { control } = form;
  const { isDirty, isSubmitting, isSubmitSuccessful } = useFormState({ control });
  useUnsaved(guard && isDirty && !isSubmitting && !isSubmitSuccessful);
  const [labels] = useState(() => new Map<string, string>());
  return (
    <FieldLabels value={labels}>
      <form className={className} onSubmit={form.submit} onFocus={onFocus} noValidate aria-label={label}>
        {children}
        {submit && <FormActions control={control} label={submit} onCancel={onCancel} />}
        <FormFailure form={form} />
      </form>
    </FieldLabels>
  );
}

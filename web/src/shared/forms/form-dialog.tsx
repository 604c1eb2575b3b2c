import type { ReactNode } from 'react';
import { type FieldValues, useFormState } from 'react-hook-form';
import { PanelDialog } from '../ui/panel-dialog';
import { Form } from './form';
import type { AppForm } from './use-app-form';

type Props<T extends FieldValues> = {
  title: string;
  form: AppForm<T>;
  /** Label of the submit button. */
  submit: string;
  onClose: () => void;
  /** Whether to show a cancel button. */
  cancel?: boolean;
  /** Whether to ask before input is lost. */
  guard?: boolean;
  /** Content above the form. */
  intro?: ReactNode;
  children: ReactNode;
};

/** Form in a dialog that can't be closed while submitting. */
export function FormDialog<T extends FieldValues>(props: Props<T>) {
  const { title, form, submit, onClose, cancel = false, guard = false, intro, children } = props;
  const { isSubmitting } = useFormState({ control: form.control });
  return (
    <PanelDialog title={title} onClose={onClose} busy={isSubmitting}>
      {intro}
      <Form form={form} label={title} submit={submit} guard={guard} onCancel={cancel ? onClose : undefined}>
        {children}
      </Form>
    </PanelDialog>
  );
}

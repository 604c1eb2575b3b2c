import { i18n } from '@lingui/core';
import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import { FormField } from '@/shared/forms/form-field';

/** Reason for an action, recorded in the audit log. */
export function ReasonField<T extends FieldValues & { reason: string }>({
  control,
}: {
  control: Control<T>;
}) {
  return (
    <FormField
      control={control}
      name={'reason' as FieldPath<T>}
      label={i18n._('Reason')}
      autoComplete="off"
      maxLength={200}
    />
  );
}

import { i18n } from '@lingui/core';
import { type FieldPath, type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form';
import { FormField } from '@/shared/forms/form-field';
import { PasswordChecklist } from '@/shared/forms/password-checklist';

type Props<T extends FieldValues> = {
  form: UseFormReturn<T>;
  name: FieldPath<T>;
  again: FieldPath<T>;
  labels?: { password: string; again: string };
};

/** New password with its checklist, and a repeat field. */
export function NewPasswordFields<T extends FieldValues>({ form, name, again, labels }: Props<T>) {
  const { control, getValues, trigger } = form;
  const password: string = useWatch({ control, name }) ?? '';
  return (
    <>
      <FormField
        control={control}
        name={name}
        label={labels?.password ?? i18n._('Password')}
        type="password"
        autoComplete="new-password"
        onEdited={() => {
          if (getValues(again)) void trigger(again);
        }}
      />
      <PasswordChecklist password={password} />
      <FormField
        control={control}
        name={again}
        label={labels?.again ?? i18n._('Confirm password')}
        type="password"
        autoComplete="new-password"
      />
    </>
  );
}

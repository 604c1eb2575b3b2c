import { i18n } from '@lingui/core';
import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import { noSpaces } from '@/shared/format/masks';
import { FormField } from '@/shared/forms/form-field';

type Props<T extends FieldValues> = { control: Control<T> };

/** The address that an account is known by. */
export function AccountEmailField<T extends FieldValues & { email: string }>({ control }: Props<T>) {
  return (
    <FormField
      control={control}
      name={'email' as FieldPath<T>}
      label={i18n._('Email')}
      type="email"
      autoComplete="username"
      sanitize={noSpaces}
    />
  );
}

/** The password of an account; `fresh` where it is chosen. */
export function PasswordField<T extends FieldValues & { password: string }>({
  control,
  fresh = false,
}: Props<T> & { fresh?: boolean }) {
  return (
    <FormField
      control={control}
      name={'password' as FieldPath<T>}
      label={i18n._('Password')}
      type="password"
      autoComplete={fresh ? 'new-password' : 'current-password'}
    />
  );
}

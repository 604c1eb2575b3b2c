import { i18n } from '@lingui/core';
import type { Control } from 'react-hook-form';
import { FormField } from '@/shared/forms/form-field';

/** Field for the staff member's own password, which confirms an action. */
export function OwnPasswordField<T extends { password: string }>({ control }: { control: Control<T> }) {
  return (
    <FormField
      control={control as unknown as Control<{ password: string }>}
      name="password"
      type="password"
      label={i18n._('Your password')}
      autoComplete="current-password"
    />
  );
}

import { i18n } from '@lingui/core';
import type { Control } from 'react-hook-form';
import { FormField } from '@/shared/forms/form-field';
import { type NumberValues, typedNumber } from '../model/number-form';

export function NumberField({ control }: { control: Control<NumberValues> }) {
  return (
    <FormField
      control={control}
      name="cardNumber"
      label={i18n._('Card number')}
      inputMode="numeric"
      autoComplete="off"
      sanitize={typedNumber}
    />
  );
}

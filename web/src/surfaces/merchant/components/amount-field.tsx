import { i18n } from '@lingui/core';
import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import { fractionDigits } from '@/shared/format/fraction-digits';
import { siteCurrency } from '@/shared/format/money';
import { FormField } from '@/shared/forms/form-field';
import { amountToEnter } from './amount';

type Props<T extends FieldValues> = {
  control: Control<T>;
  name: FieldPath<T>;
  label: string;
  /** Default: the site's. */
  currency?: string;
  /** Default: an example. */
  help?: string | undefined;
};

/** Field for an amount of money. */
export function AmountField<T extends FieldValues>({ currency = siteCurrency(), ...props }: Props<T>) {
  return (
    <FormField
      {...props}
      help={props.help ?? i18n._('Example: {amount}', { amount: amountToEnter(1250, currency) })}
      autoComplete="off"
      inputMode={fractionDigits(currency) > 0 ? 'decimal' : 'numeric'}
      maxLength={12}
    />
  );
}

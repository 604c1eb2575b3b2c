import { i18n } from '@lingui/core';
import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import { maskPhone, nameOnly } from '@/shared/format/masks';
import { visible } from '@/shared/format/visible';
import styles from '@/shared/forms/form.module.css';
import { FormField } from '@/shared/forms/form-field';
import { site } from '@/shared/site/boot';
import { postalCodeLabel } from '@/shared/site/country-words';

type Names = { firstName: string; lastName: string };
type Phone = { cellPhoneNumber: string };
type Contact = Phone & { zipPostalCode: string };
type Props<T extends FieldValues> = { control: Control<T> };

const named = <T extends FieldValues>(name: keyof (Names & Contact)) => name as FieldPath<T>;

export function NameFields<T extends FieldValues & Names>({ control }: Props<T>) {
  return (
    <div className={styles.row}>
      <FormField
        control={control}
        name={named<T>('firstName')}
        label={i18n._('First name')}
        autoComplete="given-name"
        sanitize={nameOnly}
      />
      <FormField
        control={control}
        name={named<T>('lastName')}
        label={i18n._('Last name')}
        autoComplete="family-name"
        sanitize={nameOnly}
      />
    </div>
  );
}

export function PhoneField<T extends FieldValues & Phone>({
  control,
  optional = false,
}: Props<T> & { optional?: boolean }) {
  const { country } = site();
  return (
    <FormField
      control={control}
      name={named<T>('cellPhoneNumber')}
      label={i18n._('Cell phone number')}
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      sanitize={(text) => maskPhone(text, country)}
      optional={optional}
    />
  );
}

export function ContactFields<T extends FieldValues & Contact>({ control }: Props<T>) {
  return (
    <div className={styles.row}>
      <PhoneField control={control} />
      <FormField
        control={control}
        name={named<T>('zipPostalCode')}
        sanitize={visible}
        label={postalCodeLabel()}
        autoComplete="postal-code"
        maxLength={12}
      />
    </div>
  );
}

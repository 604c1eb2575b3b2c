import { i18n } from '@lingui/core';
import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import { maskPhone, nameOnly } from '@/shared/format/masks';
import styles from '@/shared/forms/form.module.css';
import { FormField } from '@/shared/forms/form-field';
import { site } from '@/shared/site/boot';

type Props<T extends FieldValues & Person> = { control: Control<T> };
type Person = { firstName: string; lastName: string; cellPhoneNumber: string; zipPostalCode: string };

const named = <T extends FieldValues>(name: keyof Person) => name as FieldPath<T>;

export function NameFields<T extends FieldValues & Person>({ control }: Props<T>) {
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

export function ContactFields<T extends FieldValues & Person>({ control }: Props<T>) {
  const { country } = site();
  return (
    <div className={styles.row}>
      <FormField
        control={control}
        name={named<T>('cellPhoneNumber')}
        label={i18n._('Cell phone number')}
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        sanitize={(text) => maskPhone(text, country)}
      />
      <FormField
        control={control}
        name={named<T>('zipPostalCode')}
        label={i18n._('ZIP / postal code')}
        autoComplete="postal-code"
        maxLength={12}
      />
    </div>
  );
}

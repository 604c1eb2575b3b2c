import { i18n } from '@lingui/core';
import { type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { FormField } from '@/shared/forms/form-field';
import type { AppForm } from '@/shared/forms/use-app-form';
import { site } from '@/shared/site/boot';
import styles from './colour-field.module.css';

const hex = /^#[0-9a-f]{6}/i;

type Props<T extends FieldValues> = {
  form: AppForm<T>;
  name: FieldPath<T>;
  label: string;
  optional?: boolean;
  help?: string | undefined;
};

/** Color field with a picker. */
export function ColourField<T extends FieldValues>({ form, name, label, optional, help }: Props<T>) {
  const { field } = useController({ control: form.control, name });
  const value = String(field.value ?? '');
  const shown = hex.exec(value)?.[0];
  return (
    <div className={styles.field}>
      <input
        type="color"
        className={styles.swatch}
        data-none={shown === undefined}
        aria-label={i18n._('Pick color: {label}', { label })}
        value={shown ?? site().brand.primary}
        // Keeps the opacity, which the color picker doesn't support.
        onChange={(event) => field.onChange(event.target.value + value.slice(7))}
      />
      <FormField
        control={form.control}
        name={name}
        label={label}
        autoComplete="off"
        maxLength={9}
        optional={optional ?? false}
        help={help}
      />
    </div>
  );
}

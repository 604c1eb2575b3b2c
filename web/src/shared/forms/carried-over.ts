import { useEffect } from 'react';
import type { FieldPath, FieldPathValue, FieldValues, UseFormReturn } from 'react-hook-form';
import { spokenLanguage } from '../i18n/locale';

/** Input of forms that a language change is rendering again, by form. Never stored on the device. */
const carried = new Map<string, FieldValues[]>();

const changed = (value: unknown, first: unknown) => JSON.stringify(value) !== JSON.stringify(first);

/** Keeps the input of a form, passwords too, while a language change replaces all components. */
export function useCarriedOver<T extends FieldValues>(form: UseFormReturn<T, unknown, T>, first: T) {
  const { getValues, setValue } = form;
  useEffect(() => {
    const language = spokenLanguage();
    const key = `${location.pathname} ${Object.keys(first).join()}`;
    const [values, ...others] = carried.get(key) ?? [];
    carried.set(key, others);
    for (const [name, value] of Object.entries(values ?? {})) {
      const path = name as FieldPath<T>;
      const isTyped = changed(value, first[name]);
      if (isTyped) setValue(path, value as FieldPathValue<T, typeof path>, { shouldDirty: true });
    }
    return () => {
      if (spokenLanguage() !== language) carried.set(key, [...(carried.get(key) ?? []), getValues()]);
    };
  }, [first, getValues, setValue]);
}

import { useEffect, useState } from 'react';
import type { FieldPath, FieldPathValue, FieldValues, UseFormReturn } from 'react-hook-form';
import { identity } from '../api/session';
import { tabStorage } from '../lib/storage';

type Entries = Record<string, unknown>;

/** Fields that must never be stored on a device. */
const secret = /password/i;

/** Unsent input of a form, per tab and person. It survives a reload. */
function draft(form: string) {
  const key = `suds:draft:${form}`;
  return {
    read(): Entries {
      try {
        const { by, entries } = JSON.parse(tabStorage.read(key) ?? '{}');
        return by === identity() && typeof entries === 'object' ? entries : {};
      } catch {
        return {};
      }
    },
    write(entries: Entries) {
      if (Object.keys(entries).length === 0) tabStorage.remove(key);
      else tabStorage.write(key, JSON.stringify({ by: identity(), entries }));
    },
    remove: () => tabStorage.remove(key),
  };
}

const text = (value: unknown) => JSON.stringify(value);

/** Changed values that may be stored. */
function typed(values: FieldValues, first: FieldValues): Entries {
  const other = Object.entries(values).filter(
    ([name, value]) => !secret.test(name) && text(value) !== text(first[name]),
  );
  return Object.fromEntries(other);
}

/**
 * Stores the input of a form by name and restores it after a reload. Submitting or leaving the form deletes
 * it; without a name, nothing is stored.
 */
export function useDraft<T extends FieldValues>(
  form: UseFormReturn<T, unknown, T>,
  name: string | undefined,
) {
  const [first] = useState(() => form.getValues());
  const { subscribe, getValues, setValue } = form;
  useEffect(() => {
    if (name === undefined) return undefined;
    const kept = draft(name);
    for (const [field, value] of Object.entries(kept.read())) {
      // Another build may have had other fields.
      if (typeof value !== typeof first[field]) continue;
      const path = field as FieldPath<T>;
      setValue(path, value as FieldPathValue<T, typeof path>, { shouldDirty: true });
    }
    const stop = subscribe({
      formState: { values: true },
      callback: () => kept.write(typed(getValues(), first)),
    });
    return () => {
      stop();
      kept.remove();
    };
  }, [name, first, subscribe, getValues, setValue]);
  return { sent: () => name !== undefined && draft(name).remove() };
}

import { i18n } from '@lingui/core';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiError } from '../api/api-error';

/** Puts the server's field errors onto the fields, focuses the first, and what is left under the form. */
export function showFailure<T extends FieldValues>(form: UseFormReturn<T>, error: unknown) {
  const fields = error instanceof ApiError ? Object.entries(error.fields) : [];
  const known = fields.filter(([name]) => name in form.getValues());
  for (const [index, [name, message]] of known.entries()) {
    form.setError(name as FieldPath<T>, { type: 'server', message }, { shouldFocus: index === 0 });
  }
  if (known.length > 0) return;
  const text = error instanceof ApiError ? error.message : i18n._('Oops, something went wrong.');
  form.setError('root', { type: 'server', message: text });
}

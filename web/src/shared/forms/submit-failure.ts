import { i18n } from '@lingui/core';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiError, saidOr } from '../api/api-error';

/** What stands under the form: for a password that was wrong too often, how long there is to wait. */
function textOf(error: unknown): string {
  const { code, retryAfter: seconds } = error instanceof ApiError ? error : {};
  if (code !== 'rate_limited' || !seconds) return saidOr(error, i18n._('Oops, something went wrong.'));
  return i18n._(
    '{seconds, plural, one {The password was wrong too often. Please wait # second and try again.} other {The password was wrong too often. Please wait # seconds and try again.}}',
    { seconds },
  );
}

/** Puts the server's field errors onto the fields, focuses the first, and what is left under the form. */
export function showFailure<T extends FieldValues>(form: UseFormReturn<T>, error: unknown) {
  const fields = error instanceof ApiError ? Object.entries(error.fields) : [];
  const known = fields.filter(([name]) => name in form.getValues());
  for (const [index, [name, message]] of known.entries()) {
    form.setError(name as FieldPath<T>, { type: 'server', message }, { shouldFocus: index === 0 });
  }
  if (known.length > 0) return;
  form.setError('root', { type: 'server', message: textOf(error) });
}

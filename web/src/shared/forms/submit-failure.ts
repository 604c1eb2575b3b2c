import { i18n } from '@lingui/core';
import type { FieldError, FieldErrors, FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiError, saidOr } from '../api/api-error';
import type { ErrorCode } from '../api/types';

/** Error with a message for the customer: nothing was sent or it had no effect. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** Error below the form; after too many wrong passwords, it includes the wait. */
function textOf(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  const { code, retryAfter: seconds } = error instanceof ApiError ? error : {};
  if (code !== 'rate_limited' || !seconds) return saidOr(error, i18n._('Oops, something went wrong.'));
  return i18n._(
    '{seconds, plural, one {Too many failed attempts. Try again in # second.} other {Too many failed attempts. Try again in # seconds.}}',
    { seconds },
  );
}

type FieldOf = Partial<Record<ErrorCode, string>>;

/** Errors by field; undefined if the failure isn't about fields. */
function refusedFields(error: unknown, fieldOf: FieldOf): [name: string, message: string][] {
  if (!(error instanceof ApiError)) return [];
  const field = error.code && fieldOf[error.code];
  return field ? [[field, error.message]] : Object.entries(error.fields);
}

type Words = { fieldOf?: FieldOf; tell?: ((error: unknown) => unknown) | undefined };

/** Whether the form has a field of this name, such as `contact.phone`. */
function hasField(values: FieldValues, name: string): boolean {
  if (name in values) return true;
  const [first = '', ...rest] = name.split('.');
  const inner: unknown = values[first];
  if (rest.length === 0 || typeof inner !== 'object' || inner === null) return false;
  return hasField(inner as FieldValues, rest.join('.'));
}

/**
 * Shows errors at their fields. A single field gets the focus; for several, the summary does. Errors without
 * a field appear below the form or go to `tell`.
 */
export function showFailure<T extends FieldValues>(
  form: UseFormReturn<T>,
  error: unknown,
  { fieldOf = {}, tell }: Words = {},
): unknown {
  const refused = refusedFields(error, fieldOf);
  const onFields = refused.filter(([name]) => hasField(form.getValues(), name));
  for (const [name, message] of onFields) {
    const shouldFocus = onFields.length === 1;
    form.setError(name as FieldPath<T>, { type: 'server', message }, { shouldFocus });
  }
  if (onFields.length === 0 && tell) return tell(error);
  // The captcha shows itself.
  const elsewhere = refused.filter(([name]) => !hasField(form.getValues(), name) && name !== 'captcha');
  const asFields = onFields.length > 0 || elsewhere.length > 1;
  const message = asFields ? elsewhere.map(([, said]) => said).join(' ') : textOf(error);
  if (message) form.setError('root', { type: 'server', message });
  return undefined;
}

/** Shows an error below the form if none is at a field that can take the focus. */
export function showHidden<T extends FieldValues>(form: UseFormReturn<T>, errors: FieldErrors<T>) {
  const found = Object.values(errors as Record<string, FieldError | FieldError[] | undefined>)
    .flat()
    .filter((error) => error !== undefined);
  if (found.some((error) => error.ref && 'focus' in error.ref)) return;
  const message = found.find((error) => error.message)?.message;
  if (message) form.setError('root', { type: 'hidden', message });
}

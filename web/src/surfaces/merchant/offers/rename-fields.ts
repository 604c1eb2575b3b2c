import { ApiError } from '@/shared/api/api-error';

/** Error with its fields renamed as in the form. */
export function renameFields(error: unknown, names: Record<string, string>): unknown {
  if (!(error instanceof ApiError) || Object.keys(error.fields).length === 0) return error;
  const fields = Object.fromEntries(
    Object.entries(error.fields).map(([name, message]) => [names[name] ?? name, message]),
  );
  const { status, code, requestId, retryAfter, silent } = error;
  return new ApiError(
    error.message,
    { status, code, fields, requestId, retryAfter, silent },
    { cause: error },
  );
}

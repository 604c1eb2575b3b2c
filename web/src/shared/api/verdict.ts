import { requestRefusedValues, requestTurnedAwayValues } from './api.gen';
import { ApiError } from './api-error';

/** Meaning of an error for the request of an idempotency key, from the table in the API description. */
export type Verdict = 'refused' | 'turned away' | 'in doubt';

export function verdictOf(error: unknown): Verdict {
  const code = error instanceof ApiError ? error.code : undefined;
  if (requestRefusedValues.some((refused) => refused === code)) return 'refused';
  return requestTurnedAwayValues.some((away) => away === code) ? 'turned away' : 'in doubt';
}

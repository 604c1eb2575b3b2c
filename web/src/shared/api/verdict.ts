import { requestRefusedValues, requestTurnedAwayValues } from './api.gen';
import { ApiError } from './api-error';

/** What a failure says of the request that its idempotency key stands for, by the table that the server publishes. */
export type Verdict = 'refused' | 'turned away' | 'in doubt';

export function verdictOf(error: unknown): Verdict {
  const code = error instanceof ApiError ? error.code : undefined;
  if (requestRefusedValues.some((refused) => refused === code)) return 'refused';
  return requestTurnedAwayValues.some((away) => away === code) ? 'turned away' : 'in doubt';
}

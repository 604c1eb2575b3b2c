import * as v from 'valibot';
import { cursor, type Field } from '@/shared/list/fields';
import type { ListState } from '@/shared/list/list-state';

/** The id of somebody or something; empty where none is chosen. */
const known = (): Field<string> => ({
  role: 'filter',
  schema: v.fallback(v.pipe(v.string(), v.trim(), v.maxLength(80)), ''),
});

export const auditFields = { actor: known(), subject: known(), at: cursor() };

/** What is asked of the server. */
export function askedOf({ actor, subject }: ListState<typeof auditFields>) {
  return { ...(actor && { actor }), ...(subject && { subject }) };
}

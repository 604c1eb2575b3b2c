import * as v from 'valibot';
import type { EntriesAsked } from '@/features/audit/api/entries';
import { cursor, day, type Field, id } from '@/shared/list/fields';
import type { ListState } from '@/shared/list/list-state';

/** Value from the server; empty for none. */
const word = (): Field<string> => ({
  role: 'filter',
  schema: v.fallback(v.pipe(v.string(), v.regex(/^[a-z0-9_-]{1,40}$/)), ''),
});

export const auditFields = {
  person: id(),
  act: word(),
  kind: word(),
  from: day(),
  to: day(),
  at: cursor(),
};

/** Request shared by the page and its export, so that both use the same filters. */
export function askedOf({ person, act, kind, from, to }: ListState<typeof auditFields>): EntriesAsked {
  return {
    ...(person && { person }),
    ...(act && { action: act }),
    ...(kind && { subject: kind }),
    ...(from && { from }),
    ...(to && { to }),
  };
}

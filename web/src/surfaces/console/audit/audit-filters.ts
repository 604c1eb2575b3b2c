import * as v from 'valibot';
import { cursor, day, type Field } from '@/shared/list/fields';
import type { ListState } from '@/shared/list/list-state';
import { site } from '@/shared/site/boot';

/** ID of a person or resource, or an action; empty for none. */
const known = (): Field<string> => ({
  role: 'filter',
  schema: v.fallback(v.pipe(v.string(), v.trim(), v.maxLength(80)), ''),
});

export const auditFields = {
  actor: known(),
  act: known(),
  subject: known(),
  from: day(),
  to: day(),
  at: cursor(),
};

/** Server request. Days are in the viewer's time zone. */
export function askedOf({ actor, act, subject, from, to }: ListState<typeof auditFields>) {
  return {
    ...(actor && { actor }),
    ...(act && { action: act }),
    ...(subject && { subject }),
    ...(from && { from }),
    ...(to && { to }),
    ...((from || to) && { timeZone: site().timeZone }),
  };
}

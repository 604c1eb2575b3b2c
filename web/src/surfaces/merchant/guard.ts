import { accountQuery } from '@/features/identity/api/account';
import { currentTokens } from '@/shared/api/session';
import type { Role } from '@/shared/api/types';
import type { Decision } from '@/shared/surface/page-routes';
import type { Visit } from '@/shared/surface/pages';

/** Each role may what those before it may. */
const ranks: Record<Role, number> = { customer: 0, attendant: 1, manager: 2, owner: 3 };

/** Asks the server who this is: what a token says is for display. Without an answer nobody comes in. */
export async function decide({ page, queries }: Visit): Promise<Decision> {
  const { access } = page;
  if (access === 'open') return 'show';
  if (typeof access !== 'object') return 'not found';
  if (!currentTokens()) return 'not found';
  const { role } = await queries.ensureQueryData(accountQuery());
  return ranks[role] >= ranks[access.from] ? 'show' : 'not found';
}

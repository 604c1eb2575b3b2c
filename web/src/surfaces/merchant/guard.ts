import { accountQuery } from '@/features/identity/api/account';
import { currentTokens } from '@/shared/api/session';
import type { Decision } from '@/shared/surface/page-routes';
import type { Visit } from '@/shared/surface/pages';
import { isAtLeast } from './roles';
import { addressOf, pages } from './table';

/** Login page of the shop, which is another surface, with a link back. */
function logInTo(to: string): string {
  return `/logIn?${new URLSearchParams({ to })}`;
}

/**
 * Checks the person with the server, because token claims are for display only. Denies access without a
 * response.
 */
export async function decide({ page, url, queries }: Visit): Promise<Decision> {
  const { access } = page;
  if (access === 'open') return 'show';
  if (typeof access !== 'object' || !('from' in access)) return 'not found';
  if (!currentTokens()) return { to: logInTo(url.pathname + url.search) };
  try {
    const { role, lacksSecondFactor } = await queries.ensureQueryData(accountQuery());
    if (!isAtLeast(role, access.from)) return 'no access';
    if (page === pages.security) return 'show';
    return lacksSecondFactor ? { to: addressOf('security') } : 'show';
  } catch (error) {
    // The session had already ended unnoticed.
    if (!currentTokens()) return { to: logInTo(url.pathname + url.search) };
    throw error;
  }
}

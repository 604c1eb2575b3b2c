import type { Decision } from '@/shared/surface/page-routes';
import type { Visit } from '@/shared/surface/pages';
import { meQuery } from './api/own';
import { setupOf } from './own/setup';
import { isAtLeast } from './roles';
import { currentToken } from './session';
import { addressOf } from './table';

/** Login page with a link back. */
export function logInTo(to: string): string {
  return to === '/' ? addressOf('logIn') : `${addressOf('logIn')}?${new URLSearchParams({ to })}`;
}

/** Checks the person with the server. Denies access without a response. */
export async function decide({ page, url, queries }: Visit): Promise<Decision> {
  const { access } = page;
  if (access === 'open') return 'show';
  if (typeof access !== 'object' || !('staff' in access)) return 'not found';
  const wayIn = { to: logInTo(url.pathname + url.search) };
  if (!currentToken()) return wayIn;
  try {
    const me = await queries.fetchQuery(meQuery());
    const { role } = me;
    // Until the setup is done, the server rejects everything else.
    if (setupOf(me) && page.path !== addressOf('me')) {
      return { to: `${addressOf('me')}?${new URLSearchParams({ to: url.pathname + url.search })}` };
    }
    return isAtLeast(role, access.staff) ? 'show' : 'no access';
  } catch (error) {
    // The session had already ended unnoticed.
    if (!currentToken()) return wayIn;
    throw error;
  }
}

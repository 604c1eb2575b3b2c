import createClient from 'openapi-fetch';
import type { paths } from '@/shared/api/api.gen';
import { baseUrl, reach } from '@/shared/api/client';
import { spokenLanguage } from '@/shared/i18n/locale';
import { currentToken, forgetToken } from '../session';

/** Whether an error concerns the session, not an entered password. */
async function endsSession(answer: Response): Promise<boolean> {
  if (answer.status !== 401) return false;
  const said: unknown = await answer
    .clone()
    .json()
    .catch(() => null);
  return (said as { errorCode?: string } | null)?.errorCode === 'invalid_token';
}

/**
 * Sends a request as the logged-in person; `patience` overrides the timeout in milliseconds. Ends the session
 * here if the server rejects it.
 */
export async function send(original: Request, patience?: number): Promise<Response> {
  const token = currentToken();
  const request = new Request(original);
  request.headers.set('Accept-Language', spokenLanguage());
  if (token) request.headers.set('Authorization', `Bearer ${token}`);
  const answer = await reach(request, patience);
  if (token && (await endsSession(answer))) forgetToken(token);
  return answer;
}

/** Client of the provider's staff. */
export const provider = createClient<paths>({ baseUrl, fetch: (request) => send(request) });

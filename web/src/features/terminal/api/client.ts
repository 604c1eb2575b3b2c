import createClient from 'openapi-fetch';
import type { paths } from '@/shared/api/api.gen';
import { baseUrl, reach } from '@/shared/api/client';
import { spokenLanguage } from '@/shared/i18n/locale';
import { noteAnswer, noteSilence } from '../model/connection';
import { forgetKey, pairing } from '../model/pairing';

/** Milliseconds a customer waits before the kiosk reports a connection problem. */
const patience = 10_000;

async function send(original: Request): Promise<Response> {
  const request = new Request(original);
  const key = pairing.read()?.terminalKey;
  request.headers.set('Accept-Language', spokenLanguage());
  if (key) request.headers.set('Authorization', `Bearer ${key}`);
  try {
    const answer = await reach(request, patience);
    noteAnswer();
    if (answer.status === 401 && key) forgetKey(key);
    return answer;
  } catch (cause) {
    if (!request.signal.aborted) noteSilence();
    throw cause;
  }
}

/** Client of this terminal. It sends nothing of a person logged in to the same site's shop. */
export const terminal = createClient<paths>({ baseUrl, fetch: send });

import { i18n } from '@lingui/core';
import createClient from 'openapi-fetch';
import type { paths } from './api.gen';
import { ApiError } from './api-error';
import { openEnvelope } from './envelope';
import { baseHeaders } from './headers';
import { inTurn } from './queue';
import { refreshSession } from './refresh';
import { currentTokens } from './session';

type QueueType = 'serial' | 'parallel';

function dress(request: Request, queue: QueueType): { request: Request; token: string | undefined } {
  const token = currentTokens()?.accessToken;
  const dressed = new Request(request);
  for (const [name, value] of Object.entries(baseHeaders())) dressed.headers.set(name, value);
  dressed.headers.set('Queue-Type', queue);
  if (token) dressed.headers.set('Authorization', `Bearer ${token}`);
  return { request: dressed, token };
}

/**
 * Request timeout in milliseconds, so that a hanging request can't block the serial queue. Charges may take
 * as long as the processor.
 */
const patience = (path: string) =>
  /\/(?:orders|export|refund|void|settlement|fulfillment|reversals\/\d+)$/.test(path) ? 90_000 : 30_000;

function unanswered(cause: unknown): ApiError {
  return new ApiError(i18n._('The Internet connection appears to be offline.'), { status: 0 }, { cause });
}

/** Sends a request; a timeout becomes an `ApiError` with status 0. */
export async function reach(
  request: Request,
  milliseconds = patience(new URL(request.url).pathname),
): Promise<Response> {
  const late = AbortSignal.timeout(milliseconds);
  try {
    return await fetch(request, { signal: AbortSignal.any([request.signal, late]) });
  } catch (cause) {
    if (request.signal.aborted) throw cause;
    throw unanswered(cause);
  }
}

/** Sends with the current token. A 401 is retried once with a refreshed token. */
async function send(original: Request, queue: QueueType): Promise<Response> {
  const first = dress(original.clone(), queue);
  const answer = await reach(first.request);
  if (answer.status !== 401 || !first.token) return answer;
  const outcome = await refreshSession(first.token);
  if (outcome !== 'fresh') return answer;
  return reach(dress(original, queue).request);
}

// `Request` needs an absolute URL outside browser pages.
export const baseUrl = globalThis.location?.origin ?? '';

/** Serial queue for requests that change something: one after another, in the order of the clicks. */
export const serial = createClient<paths>({
  baseUrl,
  fetch: (request) => inTurn(() => send(request, 'serial')),
});

/** Parallel requests, for reads. */
export const parallel = createClient<paths>({ baseUrl, fetch: (request) => send(request, 'parallel') });

type Called<T> = Promise<{
  data?: { success: boolean; resultData?: T } | undefined;
  error?: unknown;
  response: Response;
}>;

/** Unwraps the response, or throws its error as an `ApiError`. */
export async function unwrap<T>(call: Called<T>): Promise<T> {
  try {
    const { data, error, response } = await call;
    return openEnvelope<T>(data ?? error, response);
  } catch (cause) {
    // The response started but then stopped.
    if (cause instanceof DOMException && cause.name === 'TimeoutError') throw unanswered(cause);
    // A success without JSON comes from something between us and the server.
    if (cause instanceof SyntaxError) {
      const details = { status: 502, silent: true };
      throw new ApiError(i18n._('An Error has occurred...'), details, { cause });
    }
    throw cause;
  }
}

import { i18n } from '@lingui/core';
import { ApiError } from './api-error';
import type { ErrorCode } from './types';

type Envelope = {
  success: boolean;
  resultData?: unknown;
  errorMessage?: string;
  errorCode?: ErrorCode;
  fields?: Record<string, string>;
  requestId?: string;
  ticket?: string;
};

function isEnvelope(value: unknown): value is Envelope {
  return typeof value === 'object' && value !== null && 'success' in value;
}

async function bodyOf(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return null;
  }
}

/** Unwraps a response, or throws a typed error. */
export function openEnvelope<T>(body: unknown, response: Response): T {
  const requestId = response.headers.get('X-Request-Id') ?? undefined;
  if (!isEnvelope(body)) {
    throw new ApiError(i18n._('An Error has occurred...'), {
      status: response.ok ? 500 : response.status,
      requestId,
      silent: true,
    });
  }
  if (body.success) return body.resultData as T;
  const retryAfter = Number(response.headers.get('Retry-After')) || undefined;
  throw new ApiError(body.errorMessage || i18n._('An Error has occurred...'), {
    status: response.status,
    code: body.errorCode ?? (response.status < 500 ? 'malformed' : undefined),
    fields: body.fields,
    requestId: body.requestId ?? requestId,
    ticket: body.ticket,
    retryAfter,
    silent: !body.errorMessage,
  });
}

export async function readEnvelope<T>(response: Response): Promise<T> {
  return openEnvelope<T>(await bodyOf(response), response);
}

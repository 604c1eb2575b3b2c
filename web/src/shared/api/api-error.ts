import { i18n } from '@lingui/core';
import type { ErrorCode } from './types';

type Details = {
  status: number;
  code?: ErrorCode | undefined;
  fields?: Record<string, string> | undefined;
  requestId?: string | undefined;
  ticket?: string | undefined;
  retryAfter?: number | undefined;
  /** No message from the server: a generic one is used. */
  silent?: boolean | undefined;
};

/** Error from the server, or an invalid response. `status` is 0 without a response. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | undefined;
  readonly fields: Record<string, string>;
  readonly requestId: string | undefined;
  /** Ticket for the second login step. */
  readonly ticket: string | undefined;
  readonly retryAfter: number | undefined;
  readonly silent: boolean;

  constructor(message: string, details: Details, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ApiError';
    this.status = details.status;
    this.code = details.code;
    this.fields = details.fields ?? {};
    this.requestId = details.requestId;
    this.ticket = details.ticket;
    this.retryAfter = details.retryAfter;
    this.silent = details.silent ?? false;
  }

  /** Whether the rejection is final, so that nothing took effect. */
  get definite(): boolean {
    return this.status >= 400 && this.status < 500 && this.code !== 'in_progress';
  }

  get title(): string {
    if (this.status === 0) return i18n._('Connection Error');
    return this.code && this.status < 500 ? i18n._('Error') : i18n._('Server Error');
  }
}

export function errorTitle(error: unknown): string {
  return error instanceof ApiError ? error.title : i18n._('Error');
}

/** Server's message, or a fallback. */
export function saidOr(error: unknown, otherwise: string): string {
  return error instanceof ApiError && !error.silent ? error.message : otherwise;
}

export function errorText(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  return i18n._('Sorry, something went wrong. Please try again.');
}

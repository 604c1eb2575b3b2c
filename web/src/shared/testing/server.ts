import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import type { ErrorCode } from '../api/types';

export const server = setupServer();

export function ok(resultData: unknown) {
  return HttpResponse.json({ success: true, resultData });
}

export function refusal(
  status: number,
  errorCode: ErrorCode,
  errorMessage: string,
  fields?: Record<string, string>,
) {
  return HttpResponse.json({ success: false, errorCode, errorMessage, fields }, { status });
}

type Method = 'get' | 'post' | 'put';

/** Answers a call of the contract; `path` stands under `/api/v1`. */
export function answer(
  method: Method,
  path: string,
  resolve: (request: Request) => Response | Promise<Response>,
) {
  server.use(http[method](`*/api/v1${path}`, ({ request }) => resolve(request)));
}

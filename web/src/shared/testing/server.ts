import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import type { paths } from '../api/api.gen';
import type { ErrorCode } from '../api/types';

export const server = setupServer();

/** Success with data of type `T`. */
type Success<T> = Response & { readonly brings?: T };
type Refusal = Response & { readonly brings?: never };

export function ok<const T>(resultData: T): Success<T> {
  return HttpResponse.json({ success: true, resultData });
}

export function refusal(
  status: number,
  errorCode: ErrorCode,
  errorMessage: string,
  fields?: Record<string, string>,
): Refusal {
  return HttpResponse.json({ success: false, errorCode, errorMessage, fields }, { status });
}

const prefix = '/api/v1';
type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type Described = keyof paths & string;
type Short<Full> = Full extends `${typeof prefix}${infer Rest}` ? Rest : never;
type Body<Operation> = Operation extends {
  responses: { 200: { content: { 'application/json': infer Envelope } } };
}
  ? Envelope extends { resultData?: infer Result }
    ? Result
    : unknown
  : unknown;
type Result<M extends Method, P extends string> = `${typeof prefix}${P}` extends Described
  ? Body<paths[`${typeof prefix}${P}`][M]>
  : never;
type Answer<T> = Success<Readonly<T>> | Refusal;

/** Mocks an API operation; `path` is relative to `/api/v1`. */
export function answer<M extends Method, P extends Short<Described>>(
  method: M,
  path: P,
  resolve: (request: Request) => Answer<Result<M, P>> | Promise<Answer<Result<M, P>>>,
) {
  const pattern = path.replaceAll(/\{(\w+)\}/g, ':$1');
  server.use(http[method](`*${prefix}${pattern}`, ({ request }) => resolve(request)));
}

import { HttpResponse } from 'msw';
import { expect, it, vi } from 'vitest';
import { eventually } from '@/shared/testing/eventually';
import { activateLocale } from '../i18n/activate';
import { answer, ok, refusal } from '../testing/server';
import { openSite } from '../testing/site';
import { tokens } from '../testing/tokens';
import { ApiError } from './api-error';
import { parallel, reach, serial, unwrap } from './client';
import { currentTokens, setSession } from './session';

const soon = Math.floor(Date.now() / 1000) + 3600;

async function failure(work: Promise<unknown>): Promise<ApiError> {
  const error = await work.catch((cause: unknown) => cause);
  if (error instanceof ApiError) return error;
  throw new Error('the call was expected to fail');
}

it('unwraps the envelope and sends the identity headers', async () => {
  let seen = new Headers();
  answer('get', '/locations', (request) => {
    seen = request.headers;
    return ok([]);
  });
  expect(await unwrap(serial.GET('/api/v1/locations'))).toEqual([]);
  expect(seen.get('App-Key')).toBe('key');
  expect(seen.get('Device-Id')).toMatch(/^\w{20}$/);
  expect(seen.get('Authorization')).toBeNull();
});

it.each([
  ['fr-CA', 'fr-CA'],
  ['en-GB', 'en-GB'],
  // No such catalog exists, so both the page and the server use English.
  ['xx-XX', 'en'],
])('asks a site in %s for responses in %s', async (locale, asked) => {
  openSite({ locale });
  await activateLocale(locale);
  let heard: string | null = null;
  answer('get', '/locations', (request) => {
    heard = request.headers.get('Accept-Language');
    return ok([]);
  });
  await unwrap(serial.GET('/api/v1/locations'));
  await activateLocale('en-US');
  expect(heard).toBe(asked);
});

it('converts an error response into a typed error', async () => {
  answer('post', '/users/login', () => refusal(401, 'wrong_credentials', 'Wrong email or password.'));
  const body = { email: 'a@b.co', password: 'x' };
  const error = await failure(unwrap(serial.POST('/api/v1/users/login', { body })));
  expect(error).toMatchObject({ code: 'wrong_credentials', status: 401, title: 'Error', definite: true });
  expect(error.message).toBe('Wrong email or password.');
});

it('treats a response without an envelope as a server error', async () => {
  answer('get', '/locations', () => HttpResponse.text('bad gateway', { status: 502 }));
  const error = await failure(unwrap(serial.GET('/api/v1/locations')));
  expect(error).toMatchObject({
    title: 'Server Error',
    message: 'An Error has occurred...',
    definite: false,
  });
});

it('classifies a rejection regardless of status', async () => {
  answer('get', '/locations', () => HttpResponse.json({ success: false, errorMessage: 'No.' }));
  const error = await failure(unwrap(serial.GET('/api/v1/locations')));
  expect(error).toMatchObject({ title: 'Error', message: 'No.' });
});

it('refreshes once on a 401 and repeats the request', async () => {
  const fresh = tokens(soon, 'second');
  setSession(tokens(soon));
  let refreshes = 0;
  answer('put', '/users/tokens', () => {
    refreshes += 1;
    return ok(fresh);
  });
  answer('get', '/users/wallet', (request) =>
    request.headers.get('Authorization') === `Bearer ${fresh.accessToken}`
      ? ok([])
      : refusal(401, 'invalid_token', 'Invalid token.'),
  );
  const calls = [1, 2, 3].map(() => unwrap(serial.GET('/api/v1/users/wallet')));
  expect(await Promise.all(calls)).toEqual([[], [], []]);
  expect(refreshes).toBe(1);
  expect(currentTokens()).toEqual(fresh);
});

it('ends the session when the refresh is rejected', async () => {
  setSession(tokens(soon));
  answer('put', '/users/tokens', () => refusal(401, 'invalid_token', 'Invalid token.'));
  answer('get', '/users/wallet', () => refusal(401, 'invalid_token', 'Invalid token.'));
  expect(await failure(unwrap(serial.GET('/api/v1/users/wallet')))).toMatchObject({ code: 'invalid_token' });
  expect(currentTokens()).toBeNull();
});

it('keeps the session when the refresh gets no response', async () => {
  setSession(tokens(soon));
  answer('put', '/users/tokens', () => HttpResponse.error());
  answer('get', '/users/wallet', () => refusal(401, 'invalid_token', 'Invalid token.'));
  await failure(unwrap(serial.GET('/api/v1/users/wallet')));
  expect(currentTokens()).not.toBeNull();
});

it('does not refresh for a request without a token', async () => {
  answer('post', '/users/login', () => refusal(401, 'wrong_credentials', 'No.'));
  const error = await failure(
    unwrap(serial.POST('/api/v1/users/login', { body: { email: 'a@b.co', password: 'x' } })),
  );
  expect(error.code).toBe('wrong_credentials');
});

it('sends requests in sequence unless marked as parallel', async () => {
  const log: string[] = [];
  let release = () => {};
  const first = new Promise<void>((resolve) => {
    release = resolve;
  });
  const note = async (request: Request) => {
    const name = new URL(request.url).pathname.split('/').pop();
    log.push(`${name} ${request.headers.get('Queue-Type')}`);
    if (name === 'users') await first;
    return ok([]);
  };
  for (const path of ['/users', '/locations', '/users/wallet'] as const) answer('get', path, note);
  const calls = [
    serial.GET('/api/v1/users'),
    serial.GET('/api/v1/users/wallet'),
    parallel.GET('/api/v1/locations'),
  ];
  await calls[2];
  await eventually(() => expect(log).toHaveLength(2));
  expect(log.sort()).toEqual(['locations parallel', 'users serial']);
  release();
  await Promise.all(calls);
  expect(log[2]).toBe('wallet serial');
});

it('cancels a hanging request and continues with the next', async () => {
  const late = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(late.signal);
  answer('get', '/users/wallet', () => new Promise(() => undefined));
  answer('get', '/locations', () => ok([]));
  const hung = unwrap(serial.GET('/api/v1/users/wallet'));
  const next = unwrap(serial.GET('/api/v1/locations'));
  await eventually(() => expect(timeout).toHaveBeenCalled());
  late.abort(new DOMException('late', 'TimeoutError'));
  expect(await failure(hung)).toMatchObject({ status: 0, title: 'Connection Error', definite: false });
  expect(await next).toEqual([]);
});

it.each([
  ['/admin/orders/{transRecordId}/void', '/api/v1/admin/orders/rec1/void', 90_000],
  ['/users/vehicle', '/api/v1/users/vehicle', 30_000],
] as const)('waits as long as the request allows: %s', async (_, path, milliseconds) => {
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  answer('post', '/admin/orders/{transRecordId}/void', () => ok({}) as never);
  answer('post', '/users/vehicle', () => ok({}) as never);
  await reach(new Request(new URL(path, location.origin), { method: 'POST' }));
  expect(timeout).toHaveBeenLastCalledWith(milliseconds);
  timeout.mockRestore();
});

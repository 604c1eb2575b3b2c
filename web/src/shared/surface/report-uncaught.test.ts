import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { ApiError } from '../api/api-error';
import { eventually } from '../testing/eventually';
import { answer, ok } from '../testing/server';
import { reportUncaught } from './report-uncaught';

let reports: { error: string; stack: string }[];

beforeEach(() => {
  reports = [];
  answer('post', '/users/errors', async (request) => {
    reports.push((await request.json()) as (typeof reports)[number]);
    return ok(null) as never;
  });
  onTestFinished(reportUncaught());
});

const reject = (reason: unknown) =>
  dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }) as never);
const fail = (error: unknown) => dispatchEvent(Object.assign(new Event('error'), { error }) as never);
const messages = () => reports.map(({ error }) => error);

it('reports an unhandled rejection as it reports a crash', async () => {
  reject(new TypeError('detect failed'));
  await eventually(() => expect(messages()).toEqual(['detect failed']));
  expect(reports[0]?.stack).toContain('report-uncaught.test');
});

it('reports an uncaught error, and a reason of another type', async () => {
  fail(new Error('click failed'));
  reject('no reason');
  await eventually(() => expect(messages()).toEqual(['click failed', 'no reason']));
});

it('reports neither responses, lost connections, canceled requests nor the same failure twice', async () => {
  reject(new ApiError('We are busy.', { status: 503 }));
  reject(new ApiError('The Internet connection appears to be offline.', { status: 0 }));
  reject(new DOMException('Canceled', 'AbortError'));
  reject(undefined);
  for (const _ of [1, 2]) reject(new Error('again'));
  for (const number of [1, 2, 3, 4, 5, 6]) reject(new Error(`failure ${number}`));
  await eventually(() =>
    expect(messages()).toEqual(['again', 'failure 1', 'failure 2', 'failure 3', 'failure 4']),
  );
});

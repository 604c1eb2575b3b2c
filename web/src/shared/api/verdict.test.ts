import { expect, it } from 'vitest';
import { errorCodeValues, requestRefusedValues, requestTurnedAwayValues } from './api.gen';
import { ApiError } from './api-error';
import { verdictOf } from './verdict';

it('lists every code at most once', () => {
  const listed = [...requestRefusedValues, ...requestTurnedAwayValues];
  expect(new Set(listed).size).toBe(listed.length);
  expect(errorCodeValues).toEqual(expect.arrayContaining(listed));
});

it('treats unlisted codes as unknown', () => {
  const said = (code: (typeof errorCodeValues)[number]) => verdictOf(new ApiError('', { status: 409, code }));
  expect(said('key_reused')).toBe('refused');
  expect(said('too_many_requests')).toBe('turned away');
  expect(said('in_progress')).toBe('in doubt');
  expect(verdictOf(new ApiError('', { status: 0 }))).toBe('in doubt');
  expect(verdictOf(new ApiError('', { status: 404 }))).toBe('in doubt');
  expect(verdictOf(new Error('lost'))).toBe('in doubt');
});

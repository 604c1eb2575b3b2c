import { act, renderHook } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { useForm } from 'react-hook-form';
import { expect, it } from 'vitest';
import { ApiError } from '../api/api-error';
import { serial, unwrap } from '../api/client';
import { answer } from '../testing/server';
import { showFailure } from './submit-failure';

/** Error shown below the form. */
function shown(failure: unknown) {
  const { result } = renderHook(() => {
    const form = useForm({ defaultValues: { password: '' } });
    return { form, text: form.formState.errors.root?.message };
  });
  act(() => void showFailure(result.current.form, failure));
  return result.current.text;
}

it.each([
  [8, 'Too many failed attempts. Try again in 8 seconds.'],
  [1, 'Too many failed attempts. Try again in 1 second.'],
  [undefined, 'Please wait a moment.'],
])('shows a wait of %s seconds for passwords', (retryAfter, text) => {
  const details = { status: 429, code: 'rate_limited', retryAfter } as const;
  expect(shown(new ApiError('Please wait a moment.', details))).toBe(text);
});

it.each([
  ['what the server said', () => HttpResponse.json({ success: false, errorMessage: 'No.' }), 'No.'],
  [
    'its default',
    () => HttpResponse.json({ success: false }, { status: 500 }),
    'Oops, something went wrong.',
  ],
  ['its default', () => HttpResponse.text('bad gateway', { status: 502 }), 'Oops, something went wrong.'],
])('shows %s', async (_, answered, text) => {
  answer('post', '/users/login', answered);
  const body = { email: 'a@b.co', password: 'x' };
  expect(
    shown(await unwrap(serial.POST('/api/v1/users/login', { body })).catch((cause: unknown) => cause)),
  ).toBe(text);
});

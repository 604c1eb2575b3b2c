import { act, renderHook } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { expect, it } from 'vitest';
import { ApiError } from '../api/api-error';
import { showFailure } from './submit-failure';

function shown(retryAfter: number | undefined) {
  const refusal = new ApiError('Please wait a moment.', { status: 429, code: 'rate_limited', retryAfter });
  const { result } = renderHook(() => {
    const form = useForm({ defaultValues: { password: '' } });
    return { form, text: form.formState.errors.root?.message };
  });
  act(() => showFailure(result.current.form, refusal));
  return result.current.text;
}

it.each([
  [8, 'The password was wrong too often. Please wait 8 seconds and try again.'],
  [1, 'The password was wrong too often. Please wait 1 second and try again.'],
  [undefined, 'Please wait a moment.'],
])('says that a password has to wait for %s seconds', (seconds, text) => {
  expect(shown(seconds)).toBe(text);
});

import * as v from 'valibot';
import { expect, it } from 'vitest';
import { recoverySchema, updateSchema } from './password-forms';

function said(schema: v.GenericSchema, form: object): Record<string, string> {
  const { issues = [] } = v.safeParse(schema, form, { abortPipeEarly: true });
  return Object.fromEntries(issues.map((issue) => [String(issue.path?.[0]?.key), issue.message]));
}

it('requires the current password and the new one twice', () => {
  const form = { currentPassword: 'x', newPassword: 'Foam&Rinse7', confirmPassword: 'Foam&Rinse7' };
  expect(said(updateSchema(), form)).toEqual({});
  expect(said(updateSchema(), { ...form, currentPassword: '' })).toEqual({
    currentPassword: 'Input is required.',
  });
  expect(said(updateSchema(), { ...form, confirmPassword: 'Foam&Rinse8' })).toEqual({
    confirmPassword: 'Passwords must match.',
  });
});

it.each([
  ['foam&rinse7', 'Add a capital letter.'],
  ['FOAM&RINSE7', 'Add a lowercase letter.'],
  ['Foam&Rinse', 'Add a number.'],
  ['FoamRinse7', 'Add a special character.'],
  ['Foam&R7', 'Use at least 8 characters.'],
  ['My&password7', 'Invalid word not allowed in passwords'],
])('rejects %s', (password, text) => {
  expect(said(recoverySchema(), { password, confirmPassword: password })).toEqual({ password: text });
});

import * as v from 'valibot';
import { expect, it } from 'vitest';
import { type SignUpForm, signUpSchema, toSignUp } from './sign-up-form';

const ada: SignUpForm = {
  firstName: 'Ada',
  lastName: "O'Neil",
  email: 'ada@wash.co',
  confirmEmail: 'Ada@wash.co',
  birthdayMonth: '2',
  birthdayDay: '29',
  zipPostalCode: '85004',
  cellPhoneNumber: '(602) 555-0142',
  password: 'Foam&Rinse7',
  confirmpassword: 'Foam&Rinse7',
  referralCode: '',
  optInToMarketing: false,
};

function refused(change: Partial<SignUpForm>, taken: string[] = []): Record<string, string> {
  const schema = signUpSchema('US', new Set(taken));
  const { issues = [] } = v.safeParse(schema, { ...ada, ...change }, { abortPipeEarly: true });
  return Object.fromEntries(issues.map((issue) => [String(issue.path?.[0]?.key), issue.message]));
}

it('accepts valid input', () => {
  expect(refused({})).toEqual({});
  expect(refused({ referralCode: 'K7QPM2X', optInToMarketing: true })).toEqual({});
});

it('requires every field but the referral code', () => {
  const empty = Object.fromEntries(
    Object.entries(ada).map(([name, value]) => [name, typeof value === 'string' ? '' : value]),
  );
  const said = refused(empty);
  expect(Object.keys(said).sort()).toEqual(
    Object.keys(ada)
      .filter((name) => name !== 'referralCode' && name !== 'optInToMarketing')
      .sort(),
  );
  expect(new Set(Object.values(said))).toEqual(new Set(['Input is required.']));
});

it.each<[string, Partial<SignUpForm>, Record<string, string>]>([
  [
    'an address without a domain',
    { email: 'ada@wash', confirmEmail: 'ada@wash' },
    { email: 'Please enter a valid email.' },
  ],
  ['another address', { confirmEmail: 'eve@wash.co' }, { confirmEmail: 'Emails must match.' }],
  ['month 13', { birthdayMonth: '13' }, { birthdayMonth: 'Please enter a valid Month.' }],
  ['30 February', { birthdayDay: '30' }, { birthdayDay: 'Please enter a valid Day.' }],
  ['31 April', { birthdayMonth: '4', birthdayDay: '31' }, { birthdayDay: 'Please enter a valid Day.' }],
  ['nine digits', { cellPhoneNumber: '602555014' }, { cellPhoneNumber: 'Enter a valid phone number.' }],
  ['a code without a letter', { zipPostalCode: '--' }, { zipPostalCode: 'Enter a valid postal code.' }],
  [
    'the word itself',
    { password: 'Password&1', confirmpassword: 'Password&1' },
    { password: 'Invalid word not allowed in passwords' },
  ],
  ['another password', { confirmpassword: 'Foam&Rinse8' }, { confirmpassword: 'Passwords must match.' }],
])('refuses %s', (_, change, said) => {
  expect(refused(change)).toEqual(said);
});

it('rejects a taken address regardless of case', () => {
  expect(refused({}, ['ada@wash.co'])).toEqual({ email: 'Email is already associated with an account.' });
  expect(refused({ email: 'ADA@wash.co' }, ['ada@wash.co'])).toHaveProperty('email');
});

it('sends no form-only fields', () => {
  const sent = toSignUp({ ...ada, firstName: ' Ada ', referralCode: ' K7QPM2X ' }, 'US');
  expect(Object.keys(sent).some((name) => /confirm/i.test(name))).toBe(false);
  expect(sent).toMatchObject({
    firstName: 'Ada',
    cellPhoneNumber: '6025550142',
    birthdayMonth: 2,
    birthdayDay: 29,
    referralCode: 'K7QPM2X',
  });
  expect(toSignUp(ada, 'US')).not.toHaveProperty('referralCode');
});

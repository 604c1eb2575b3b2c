import * as v from 'valibot';
import { expect, it } from 'vitest';
import { signUpSchema } from './sign-up-form';
import { testPerson } from './test-person';

it.each(['US', 'CA', 'GB'])('creates a different valid person for %s each time', (country) => {
  const person = testPerson(country, 'Rinse&Foam8');
  const form = {
    ...person,
    confirmEmail: person.email,
    confirmpassword: 'Rinse&Foam8',
    birthdayMonth: '1',
    birthdayDay: '1',
    referralCode: '',
  };
  expect(v.safeParse(signUpSchema(country, new Set()), form).issues).toBeUndefined();
  expect(testPerson(country, 'Rinse&Foam8').email).not.toBe(person.email);
});

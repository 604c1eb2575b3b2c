import * as v from 'valibot';
import { expect, it } from 'vitest';
import { signUpSchema } from './sign-up-form';
import { demoPassword, testPerson } from './test-person';

it.each(['US', 'CA', 'GB'])('meets the sign-up rules of %s, each time as somebody else', (country) => {
  const person = testPerson(country);
  const form = {
    ...person,
    confirmEmail: person.email,
    confirmpassword: demoPassword,
    birthdayMonth: '1',
    birthdayDay: '1',
    referralCode: '',
  };
  expect(v.safeParse(signUpSchema(country, new Set()), form).issues).toBeUndefined();
  expect(testPerson(country).email).not.toBe(person.email);
});

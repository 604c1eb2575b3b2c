import { i18n } from '@lingui/core';
import * as v from 'valibot';
import type { SignUp } from '@/shared/api/types';
import { readPhone } from '@/shared/format/masks';
import {
  day,
  daysIn,
  email,
  entered,
  month,
  newPassword,
  phone,
  postalCode,
  required,
} from '@/shared/forms/rules';

export type SignUpForm = {
  firstName: string;
  lastName: string;
  email: string;
  confirmEmail: string;
  birthdayMonth: string;
  birthdayDay: string;
  zipPostalCode: string;
  cellPhoneNumber: string;
  password: string;
  confirmpassword: string;
  referralCode: string;
  optInToMarketing: boolean;
};

const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();

/** `taken` contains the addresses in use, as reported by the server. */
export function signUpSchema(country: string, taken: ReadonlySet<string>) {
  return v.pipe(
    v.object({
      firstName: required(),
      lastName: required(),
      email: v.pipe(
        email(),
        v.check(
          (text) => !taken.has(text.toLowerCase()),
          i18n._('Email is already associated with an account.'),
        ),
      ),
      confirmEmail: required(),
      birthdayMonth: month(),
      birthdayDay: day(),
      zipPostalCode: postalCode(),
      cellPhoneNumber: phone(country),
      password: newPassword(),
      confirmpassword: entered(),
      referralCode: v.string(),
      optInToMarketing: v.boolean(),
    }),
    v.forward(
      v.partialCheck(
        [['email'], ['confirmEmail']],
        (form) => same(form.email, form.confirmEmail),
        i18n._('Emails must match.'),
      ),
      ['confirmEmail'],
    ),
    v.forward(
      v.partialCheck(
        [['password'], ['confirmpassword']],
        (form) => form.password === form.confirmpassword,
        i18n._('Passwords must match.'),
      ),
      ['confirmpassword'],
    ),
    v.forward(
      v.partialCheck(
        [['birthdayMonth'], ['birthdayDay']],
        (form) => Number(form.birthdayDay) <= daysIn(Number(form.birthdayMonth)),
        i18n._('Please enter a valid Day.'),
      ),
      ['birthdayDay'],
    ),
  );
}

/** Data to send: without the confirmation fields, phone as digits, birthday as numbers. */
export function toSignUp(form: SignUpForm, country: string): SignUp {
  const referralCode = form.referralCode.trim();
  return {
    firstName: form.firstName.trim(),
    lastName: form.lastName.trim(),
    email: form.email.trim(),
    birthdayMonth: Number(form.birthdayMonth),
    birthdayDay: Number(form.birthdayDay),
    zipPostalCode: form.zipPostalCode.trim(),
    cellPhoneNumber: readPhone(form.cellPhoneNumber, country),
    optInToMarketing: form.optInToMarketing,
    password: form.password,
    ...(referralCode ? { referralCode } : {}),
  };
}

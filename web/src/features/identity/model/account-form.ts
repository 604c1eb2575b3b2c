import * as v from 'valibot';
import { type Operation, replacements } from '@/shared/api/json-patch';
import type { Account } from '@/shared/api/types';
import { maskPhone, readPhone } from '@/shared/format/masks';
import { phone, postalCode, required } from '@/shared/forms/rules';

export type AccountForm = {
  firstName: string;
  lastName: string;
  email: string;
  birthdayMonth: string;
  birthdayDay: string;
  cellPhoneNumber: string;
  zipPostalCode: string;
  optInToMarketing: boolean;
};

/** Email and birthday are read-only, so they aren't validated. */
export function accountSchema(country: string) {
  return v.object({
    firstName: required(),
    lastName: required(),
    email: v.string(),
    birthdayMonth: v.string(),
    birthdayDay: v.string(),
    cellPhoneNumber: phone(country),
    zipPostalCode: postalCode(),
    optInToMarketing: v.boolean(),
  });
}

export function toAccountForm(account: Account, country: string): AccountForm {
  return {
    firstName: account.firstName,
    lastName: account.lastName,
    email: account.email,
    birthdayMonth: String(account.birthdayMonth ?? ''),
    birthdayDay: String(account.birthdayDay ?? ''),
    cellPhoneNumber: maskPhone(account.cellPhoneNumber, country),
    zipPostalCode: account.zipPostalCode,
    optInToMarketing: account.optInToMarketing,
  };
}

/** Changed fields of the form, limited to those the owner may edit. */
export function accountPatch(account: Account, form: AccountForm, country: string): Operation[] {
  const open = ({ firstName, lastName, cellPhoneNumber, zipPostalCode, optInToMarketing }: Open) => ({
    firstName: firstName.trim(),
    lastName: lastName.trim(),
    cellPhoneNumber: readPhone(cellPhoneNumber, country),
    zipPostalCode: zipPostalCode.trim(),
    optInToMarketing,
  });
  return replacements(open(account), open(form));
}

type Open = Pick<
  AccountForm,
  'firstName' | 'lastName' | 'cellPhoneNumber' | 'zipPostalCode' | 'optInToMarketing'
>;

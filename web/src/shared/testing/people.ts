import type { Account } from '../api/types';

/** A customer's account as the server describes one; what a test is about it names itself. */
export function account(fields: Partial<Account> = {}): Account {
  return {
    userId: '17',
    firstName: 'Ada',
    lastName: "O'Neil",
    email: 'ada@wash.co',
    birthdayMonth: 2,
    birthdayDay: 29,
    zipPostalCode: '85004',
    cellPhoneNumber: '6025550142',
    optInToMarketing: false,
    referralCode: 'K7QPM2X',
    emailConfirmed: true,
    role: 'customer',
    ...fields,
  };
}

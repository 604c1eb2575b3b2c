import type { Account } from '../api/types';
import { ada } from './ada';

const { password: _, ...entries } = ada;

/** A customer's account as the server describes one; what a test is about it names itself. */
export function account(fields: Partial<Account> = {}): Account {
  return {
    userId: '17',
    email: 'ada@wash.co',
    ...entries,
    referralCode: 'K7QPM2X',
    emailConfirmed: true,
    role: 'customer',
    lacksSecondFactor: false,
    ...fields,
  };
}

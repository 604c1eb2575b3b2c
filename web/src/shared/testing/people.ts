import type { Account } from '../api/types';
import { ada } from './ada';

const { password: _, ...entries } = ada;

/** Account as returned by the server; tests override fields. */
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

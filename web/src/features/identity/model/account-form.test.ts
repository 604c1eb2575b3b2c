import { expect, it } from 'vitest';
import { account } from '@/shared/testing/people';
import { accountPatch, toAccountForm } from './account-form';

const ada = account();

it('sends nothing without changes', () => {
  const form = toAccountForm(ada, 'US');
  expect(form.cellPhoneNumber).toBe('(602) 555-0142');
  expect(accountPatch(ada, form, 'US')).toEqual([]);
});

it('sends changed fields but never locked ones', () => {
  const form = toAccountForm(ada, 'US');
  const changed = {
    ...form,
    firstName: ' Grace ',
    cellPhoneNumber: '(602) 555-0199',
    optInToMarketing: true,
    email: 'eve@wash.co',
    birthdayDay: '1',
  };
  expect(accountPatch(ada, changed, 'US')).toEqual([
    { op: 'replace', path: '/firstName', value: 'Grace' },
    { op: 'replace', path: '/cellPhoneNumber', value: '6025550199' },
    { op: 'replace', path: '/optInToMarketing', value: true },
  ]);
});

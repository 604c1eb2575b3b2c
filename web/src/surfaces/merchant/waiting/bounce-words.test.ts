import { expect, it } from 'vitest';
import { insteadOf } from './bounce-words';

it("explains what to do if an email can't be resent", () => {
  expect(insteadOf({ kind: 'receipt', canRetry: true })).toBeNull();
  expect(insteadOf({ kind: 'receipt', canRetry: false })).toContain('from the order');
  expect(insteadOf({ kind: 'staff_invitation', canRetry: false })).toContain(
    'Invite the teammate at another address',
  );
});

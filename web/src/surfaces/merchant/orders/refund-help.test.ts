import { expect, it } from 'vitest';
import { refundHelp } from './order-words';

it('says to look for a refund at a processor that cannot be asked', () => {
  expect(refundHelp('exacthosted')).toBe(
    "E-xact can't report the status of this refund. Find it in your E-xact dashboard, then mark it as completed or failed.",
  );
});

it('says that other processors are asked again', () => {
  expect(refundHelp('moneris')).toContain("We'll keep checking this refund with Moneris.");
});

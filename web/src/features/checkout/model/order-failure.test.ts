import { expect, it } from 'vitest';
import { ApiError } from '@/shared/api/api-error';
import { orderFailure } from './order-failure';

it('has a clear text for what the shop refuses', () => {
  const refused = new ApiError('No.', { status: 409, code: 'sold_out' });
  expect(orderFailure(refused)).toMatch(/sold out/);
});

it('speaks of a product that is gone in words of its own', () => {
  const fields = { 'products[1].productId': 'This is not on sale any more.' };
  expect(orderFailure(new ApiError('No.', { status: 422, code: 'invalid_fields', fields }))).toMatch(
    /no longer sold/,
  );
});

it("says the field's complaint first, and the server's own text for the rest", () => {
  const fields = { giftedEmail: 'No Recipient selected.' };
  expect(orderFailure(new ApiError('Invalid.', { status: 422, code: 'invalid_fields', fields }))).toBe(
    'No Recipient selected.',
  );
  expect(orderFailure(new ApiError('Slow down.', { status: 429, code: 'too_many_requests' }))).toBe(
    'Slow down.',
  );
  expect(orderFailure(new Error('boom'))).toBe('Sorry, something went wrong. Please try again.');
});

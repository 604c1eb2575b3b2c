import { expect, it } from 'vitest';
import { ApiError } from '@/shared/api/api-error';
import { orderFailure } from './order-failure';

const units = [{ name: 'Glow' }, { name: 'Towel' }];

it('has a text for each rejection of the shop', () => {
  const refused = new ApiError('No.', { status: 402, code: 'card_required' });
  expect(orderFailure(refused)).toBe('Add a card first.');
});

it('names items that are sold out or not sold here', () => {
  for (const code of ['sold_out', 'not_for_this_location'] as const) {
    expect(orderFailure(new ApiError('Only 2 left of Towel.', { status: 409, code }), units)).toBe(
      'Only 2 left of Towel.',
    );
  }
});

it('names the invalid item and its error', () => {
  const refused = (fields: Record<string, string>) =>
    new ApiError('No.', { status: 422, code: 'invalid_fields', fields });
  expect(orderFailure(refused({ 'products[1].productId': 'This is not on sale any more.' }), units)).toBe(
    'Towel: This is not on sale any more.',
  );
  expect(orderFailure(refused({ 'products[7].productId': 'This is not on sale any more.' }), units)).toBe(
    'This is not on sale any more.',
  );
});

it("shows the field's error first, otherwise the server's text", () => {
  const fields = { giftedEmail: 'No Recipient selected.' };
  expect(orderFailure(new ApiError('Invalid.', { status: 422, code: 'invalid_fields', fields }))).toBe(
    'No Recipient selected.',
  );
  expect(orderFailure(new ApiError('Slow down.', { status: 429, code: 'too_many_requests' }))).toBe(
    'Slow down.',
  );
  expect(orderFailure(new Error('boom'))).toBe('Sorry, something went wrong. Please try again.');
});

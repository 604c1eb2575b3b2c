import { expect, it } from 'vitest';
import type { ProductType } from '@/shared/api/types';
import { wayOn, whatCame } from './what-came';

const bought = (...kinds: [ProductType, gift?: boolean][]) =>
  whatCame(
    kinds.map(([productType, isGift]) => ({ name: 'Glow', productType, ...(isGift && { recipient: 'Bo' }) })),
  );

it('links to the code, the wallet or the order', () => {
  const label = (...kinds: Parameters<typeof bought>) => wayOn(bought(...kinds).wallet);
  expect(label(['AppWash'])).toBe('Show my code');
  expect(label(['AppWash'], ['Swag'], ['AppClub'])).toBe('Show my code');
  expect(label(['AppWash'], ['AppWash', true])).toBe('Show my code');
  expect(label(['AppWash'], ['AppWash'])).toBe('Show my codes');
  expect(label(['Swag'], ['AppBundle'])).toBe('Show my codes');
  expect(label(['AppClub'], ['Swag'])).toBe('Show my membership');
  expect(label(['AppWash', true])).toBe('Show my order');
  expect(label(['GiftCard'])).toBe('Show my order');
});

it('describes the result of each product type', () => {
  expect(bought(['AppBundle'], ['AppWash']).text).toBe('Your codes are in your wallet.');
  expect(bought(['AppClub'], ['AppWash', true]).text).toBe("Welcome to the club! We've emailed your gift.");
  expect(bought(['GiftCardRecharge']).text).toBe('Your gift card is reloaded.');
});

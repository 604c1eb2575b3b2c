import { expect, it } from 'vitest';
import type { ProductType } from '@/shared/api/types';
import { whatCame } from './what-came';

const bought = (...kinds: [ProductType, gift?: boolean][]) =>
  whatCame({
    items: kinds.map(([, isGift = false], productId) => ({ productId, isGift })),
    products: kinds.map(([productType]) => ({ productType })),
  });

it('leads to the wallet only with something in it', () => {
  expect(bought(['AppWash']).toWallet).toBe(true);
  expect(bought(['AppWash', true]).toWallet).toBe(false);
  expect(bought(['Swag'], ['AppBundle']).toWallet).toBe(true);
  expect(bought(['GiftCard']).toWallet).toBe(false);
});

it('says what came of each kind', () => {
  expect(bought(['AppBundle'], ['AppWash']).text).toBe('Your codes are in your wallet.');
  expect(bought(['AppClub'], ['AppWash', true]).text).toBe(
    'Welcome to the club! Your gift is on its way by e-mail.',
  );
  expect(bought(['GiftCardRecharge']).text).toBe('The money is on the card.');
});

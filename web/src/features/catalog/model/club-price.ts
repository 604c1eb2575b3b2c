import type { Product } from '@/shared/api/types';

type Prices = Pick<Product, 'price'> & { signupPrice?: number | null; monthlyPrice?: number | null };

/**
 * What a club card says, in minor units: the monthly price always; the price of the first month only for who would
 * pay it, and only where it differs.
 */
export function clubPrices({ price, signupPrice, monthlyPrice }: Prices): {
  first: number | null;
  monthly: number;
} {
  const monthly = monthlyPrice ?? price;
  const first = signupPrice ?? null;
  return { first: first === price && first !== monthly ? first : null, monthly };
}

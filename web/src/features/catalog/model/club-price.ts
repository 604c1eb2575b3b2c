import type { Product } from '@/shared/api/types';

type Prices = Pick<Product, 'price'> & { signupPrice?: number | null; monthlyPrice?: number | null };

/**
 * Prices on a club card, in minor units: the monthly price, and the first-month price if it applies and
 * differs.
 */
export function clubPrices({ price, signupPrice, monthlyPrice }: Prices): {
  first: number | null;
  monthly: number;
} {
  const monthly = monthlyPrice ?? price;
  const first = signupPrice ?? null;
  return { first: first === price && first !== monthly ? first : null, monthly };
}

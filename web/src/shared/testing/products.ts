import type { Product } from '../api/types';

/** Product as returned by the server; tests override fields. */
export function product(fields: Partial<Product> = {}): Product {
  const productType = fields.productType ?? 'AppWash';
  return {
    productId: 1,
    productType,
    appProductType: productType,
    name: 'Glow',
    price: 2000,
    taxes: 0,
    monthlyTaxes: null,
    value: 2000,
    washes: [],
    details: [],
    locations: [],
    logo: { image: '', imageIndex: 2, red: 0, green: 0, blue: 0, alpha: 1 },
    fulfillable: false,
    ...fields,
  };
}

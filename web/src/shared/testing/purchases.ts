import type { Purchase, PurchasedProduct } from '../api/types';

/** Purchase of one wash as returned by the server; tests override fields. */
export function purchase(fields: Partial<Purchase> = {}, bought: Partial<PurchasedProduct> = {}): Purchase {
  const orderNumber = fields.orderNumber ?? '000001';
  return {
    purchaseDate: '2026-03-01T10:00:00Z',
    currency: 'USD',
    total: 2000,
    subtotal: 2000,
    discount: 0,
    credit: 0,
    discountTaxes: 0,
    creditTaxes: 0,
    taxes: 0,
    state: 'paid',
    transRecordId: `tr-${orderNumber}`,
    orderNumber,
    purchasedProducts: [
      {
        name: 'Glow',
        quantity: 1,
        unitPrice: 2000,
        unitTaxes: 0,
        isGift: false,
        fulfillable: false,
        appProductType: 'AppWash',
        ...bought,
      },
    ],
    ...fields,
  };
}

import * as v from 'valibot';
import { expect, it } from 'vitest';
import type { ProductEntry } from '@/features/catalog/api/admin-products';
import { emptyProduct, productOf, productSchema, typedProduct } from './product-schema';

const timeZone = 'America/Phoenix';

const club: ProductEntry = {
  productType: 'AppClub',
  name: 'Shine',
  price: 3999,
  value: 0,
  signupPrice: 999,
  quantity: null,
  goodForDays: null,
  stock: null,
  useLimit: { count: 2, per: 'day' },
  details: ['Wax', 'Foam'],
  badge: 'New',
  washes: [101, 103],
  locations: [1, 3],
  logo: { image: '/uploads/a.png', imageIndex: 3, red: 16, green: 0, blue: 255, alpha: 0.4 },
  onSaleFrom: '2026-11-20T07:00:00.000Z',
  onSaleUntil: null,
};

it('round-trips a product', () => {
  const typed = typedProduct({ product: club }, timeZone);
  expect(typed).toMatchObject({
    price: '39.99',
    signupPrice: '9.99',
    useLimit: 'day',
    useCount: '2',
    details: 'Wax\nFoam',
    colour: '#1000ff',
    onSaleFrom: '2026-11-20T00:00',
  });
  expect(v.safeParse(productSchema(), typed).success).toBe(true);
  expect(productOf(typed, timeZone, 0.4)).toEqual(club);
});

it('omits fields of other types', () => {
  const typed = { ...typedProduct({ product: club }, timeZone), productType: 'Swag' as const, stock: '7' };
  expect(productOf(typed, timeZone)).toMatchObject({
    signupPrice: null,
    useLimit: null,
    washes: [],
    stock: 7,
  });
});

it.each([
  [{ productType: 'GiftCard', value: '0' }, 'value'],
  [{ productType: 'AppClub', signupPrice: '' }, 'signupPrice'],
  [{ productType: 'AppClub', signupPrice: '1', useLimit: 'day', useCount: '0' }, 'useCount'],
  [{ productType: 'AppBundle', quantity: '' }, 'quantity'],
  [{ productType: 'AppWash', goodForDays: '0' }, 'goodForDays'],
  [{ productType: 'Swag', stock: '-1' }, 'stock'],
  [{ price: 'ten' }, 'price'],
  [{ colour: 'red' }, 'colour'],
  [{ onSaleFrom: '2027-01-02T00:00', onSaleUntil: '2027-01-01T00:00' }, 'onSaleUntil'],
] as const)('rejects missing fields: %o', (fields, wrong) => {
  const typed = { ...emptyProduct, name: 'x', price: '1', ...fields };
  const { issues } = v.safeParse(productSchema(), typed);
  expect(issues?.map((issue) => v.getDotPath(issue))).toEqual([wrong]);
});

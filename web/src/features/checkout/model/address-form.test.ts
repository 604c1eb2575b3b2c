import * as v from 'valibot';
import { expect, it } from 'vitest';
import type { ShippingAddress } from '@/shared/api/types';
import { openSite } from '@/shared/testing/site';
import { addressFrom, addressSchema, addressValues, homeOf } from './address-form';

const ada = { firstName: 'Ada', lastName: "O'Neil" };
const home: ShippingAddress = {
  first: 'Ada',
  last: "O'Neil",
  address1: '1 Palm Lane',
  address2: '',
  city: 'Phoenix',
  state: 'AZ',
  zipCode: '85004',
  isHome: true,
  useHome: null,
  addressedTo: null,
};

it("starts with only the account's name", () => {
  const values = addressValues(ada, null);
  expect(values).toMatchObject({ first: 'Ada', address1: '', useHome: false, isHome: false });
  expect(v.safeParse(addressSchema(), values).success).toBe(false);
});

it('starts with the last shipping address, marked as home only if it was', () => {
  expect(addressValues(ada, home)).toMatchObject({ address1: '1 Palm Lane', useHome: true });
  expect(v.safeParse(addressSchema(), addressValues(ada, home)).success).toBe(true);
  expect(homeOf({ ...home, isHome: false })).toBeNull();
  expect(addressValues(ada, { ...home, isHome: false }).useHome).toBe(false);
});

it('requires no state in countries without states', () => {
  const british = { ...addressValues(ada, home), state: '' };
  expect(v.safeParse(addressSchema(), british).success).toBe(false);
  openSite({ country: 'GB' });
  expect(v.safeParse(addressSchema(), british).success).toBe(true);
});

it('sends a home reference instead of the fields', () => {
  const values = { ...addressValues(ada, home), address1: 'typed over' };
  expect(addressFrom(values, home)).toEqual({ ...home, useHome: true });
  expect(addressFrom({ ...values, useHome: false, isHome: false }, home)).toMatchObject({
    address1: 'typed over',
    useHome: false,
    isHome: false,
  });
});

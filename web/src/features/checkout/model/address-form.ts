import * as v from 'valibot';
import type { ShippingAddress } from '@/shared/api/types';
import { atMost, atMostText, postalCode } from '@/shared/forms/rules';
import { hasStates } from '@/shared/site/country-words';

export const longestLine = 100;
export const longestState = 40;

export type AddressValues = {
  first: string;
  last: string;
  addressedTo: string;
  address1: string;
  address2: string;
  city: string;
  state: string;
  zipCode: string;
  useHome: boolean;
  isHome: boolean;
};

export function addressSchema() {
  return v.object({
    first: atMost(longestLine),
    last: atMost(longestLine),
    addressedTo: v.string(),
    address1: atMost(longestLine),
    address2: v.string(),
    city: atMost(longestLine),
    state: hasStates() ? atMost(longestState) : atMostText(longestState),
    zipCode: postalCode(),
    useHome: v.boolean(),
    isHome: v.boolean(),
  });
}

type Person = { firstName: string; lastName: string };

const nowhere = { address1: '', address2: '', city: '', state: '', zipCode: '' };

function place(address: typeof nowhere) {
  const { address1, address2, city, state, zipCode } = address;
  return { address1, address2, city, state, zipCode };
}

/** Only a saved home address can replace the fields. */
export function homeOf(known: ShippingAddress | null | undefined): ShippingAddress | null {
  return known?.isHome ? known : null;
}

/** Initial values: the customer's name and their last shipping address. */
export function addressValues(person: Person, known: ShippingAddress | null | undefined): AddressValues {
  return {
    first: known?.first || person.firstName,
    last: known?.last || person.lastName,
    addressedTo: known?.addressedTo ?? '',
    ...(known ? place(known) : nowhere),
    useHome: homeOf(known) !== null,
    isHome: known?.isHome ?? false,
  };
}

/** Address to send; 'Use Home Address' selects the saved home address. */
export function addressFrom(values: AddressValues, home: ShippingAddress | null): ShippingAddress {
  const useHome = values.useHome && home !== null;
  return {
    first: values.first.trim(),
    last: values.last.trim(),
    ...place(useHome ? home : values),
    addressedTo: values.addressedTo.trim() || null,
    useHome,
    isHome: useHome || values.isHome,
  };
}

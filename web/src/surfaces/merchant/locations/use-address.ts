import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { addressQuery } from '@/features/catalog/api/admin-locations';
import type { AppForm } from '@/shared/forms/use-app-form';
import type { TypedLocation } from './location-schema';

/** Milliseconds of inactivity after which an address is looked up. */
const debounce = 800;

/** Address as typed, once it has a street and a city and nobody is typing. */
function useTypedAddress({ control }: AppForm<TypedLocation>): string {
  const [street, city, state, zip] = useWatch({ control, name: ['address1', 'city', 'state', 'zip'] });
  const isComplete = street.trim() !== '' && city.trim() !== '';
  const address = isComplete ? [street, city, state, zip].filter((part) => part.trim()).join(', ') : '';
  const [settled, settle] = useState(address);
  useEffect(() => {
    const timer = setTimeout(() => settle(address), debounce);
    return () => clearTimeout(timer);
  }, [address]);
  return settled;
}

/**
 * Moves the pin to the address while it changes, unless somebody has placed it by hand. `found`: whether the last address was;
 * undefined while that isn't known, or if the installation can't look up addresses.
 */
export function useAddressPin(
  form: AppForm<TypedLocation>,
  isPlacedByHand: boolean,
): { found: boolean | undefined } {
  const { setValue } = form;
  const address = useTypedAddress(form);
  const [first] = useState(address);
  const asks = address !== '' && address !== first && !isPlacedByHand;
  const { data } = useQuery({ ...addressQuery(address), enabled: asks });
  const position = asks ? data?.position : undefined;
  useEffect(() => {
    if (!position) return;
    const write = { shouldDirty: true, shouldValidate: true };
    setValue('latitude', String(position.latitude), write);
    setValue('longitude', String(position.longitude), write);
  }, [position, setValue]);
  return { found: asks && data?.available ? Boolean(position) : undefined };
}

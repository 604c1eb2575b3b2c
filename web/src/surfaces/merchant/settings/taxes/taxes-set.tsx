import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { taxesQuery } from '@/features/catalog/api/taxes';
import { sayRate } from './rates';

/** Tax rates of washes, lowest to highest. */
export function TaxesSet() {
  const { data } = useQuery(taxesQuery());
  if (!data) return null;
  const rates = data.locations.map(({ rates: { wash = 0 } }) => wash).sort((one, other) => one - other);
  const [least = 0, most = 0] = [rates[0], rates.at(-1)];
  if (most === 0) return i18n._('No tax on washes');
  const said = least === most ? sayRate(most) : `${sayRate(least)} – ${sayRate(most)}`;
  return i18n._('Washes: {rates}', { rates: said });
}

import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { wholeConfigQuery } from '@/features/site/api/site-config';
import { clubsQuery } from './clubs-query';

/** Name of the selected club. */
export function RejoiningSet() {
  const { data: config } = useQuery(wholeConfigQuery());
  const { data: clubs } = useQuery(clubsQuery());
  if (!config || !clubs) return null;
  const club = clubs.items.find(({ productId }) => productId === config.resignUpProductId);
  return club?.product.name ?? i18n._('None');
}

import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { processorQuery } from '@/features/payments/api/processor';
import { processors } from './processors';

/** Current processor. */
export function PaymentsSet() {
  const { data } = useQuery(processorQuery());
  if (!data) return null;
  return data.name ? (processors[data.name]?.label ?? data.name) : i18n._('None');
}

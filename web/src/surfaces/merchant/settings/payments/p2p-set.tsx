import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { p2pQuery } from '@/features/payments/api/processor';

/** Current card terminal. */
export function P2pSet() {
  const { data } = useQuery(p2pQuery());
  return data ? (data.terminalId ?? i18n._({ id: 'terminal|None', message: 'None' })) : null;
}

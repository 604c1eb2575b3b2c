import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { openingQuery } from '@/features/opening/api/opening';

/** Whether the shop is open, in words. */
export function OpeningSet() {
  const { data } = useQuery(openingQuery());
  if (!data) return null;
  if (data.open) return i18n._({ id: 'shop|Open', message: 'Open' });
  return data.firstOpenedAt ? i18n._({ id: 'shop|Closed', message: 'Closed' }) : i18n._('Not open yet');
}

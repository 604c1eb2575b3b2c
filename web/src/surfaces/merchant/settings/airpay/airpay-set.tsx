import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { wholeConfigQuery } from '@/features/site/api/site-config';
import { money } from '@/shared/format/money';

/** Current limits of AirPAY charges. */
export function AirPaySet() {
  const { data } = useQuery(wholeConfigQuery());
  if (!data) return null;
  const { chargesPerDay, amountPerDay } = data.airPayLimits;
  if (chargesPerDay === 0 || amountPerDay === 0) return i18n._('No charges');
  return i18n._('{count, plural, one {# charge} other {# charges}}, {amount} per day', {
    count: chargesPerDay,
    amount: money(amountPerDay),
  });
}

import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import type { ResolvedCode } from '@/shared/api/types';
import { longDate } from '@/shared/format/dates';
import { money } from '@/shared/format/money';
import { plateText } from '@/shared/format/plate';
import { washNames } from '@/shared/format/wash-names';
import { merchantLanguage } from '@/shared/i18n/merchant-language';
import { kindIcon, kindLabel } from '@/shared/products/item-kinds';
import { Verdict } from './verdict';

/** Item details in one line below its name. */
function factsOf(item: ResolvedCode): string {
  const {
    itemType,
    name,
    washes,
    kioskItem,
    discount,
    discountTaxes,
    maxUses,
    useLimitCount,
    expirationDate,
    club,
  } = item;
  const uses = maxUses ?? 0;
  const left = i18n._('{left} of {uses} left', { left: uses - useLimitCount, uses });
  const itsUses = uses > 1 ? [left] : [];
  return [
    kindLabel(itemType),
    ...(washes.length > 0 ? [washNames(item)] : []),
    ...(kioskItem && kioskItem !== name ? [kioskItem] : []),
    ...(discount ? [`−${money(discount + discountTaxes)}`] : []),
    ...(club ? [plateText(club), club.useCountDisplay] : itsUses),
    ...(expirationDate ? [i18n._('Expires {date}', { date: longDate(expirationDate) })] : []),
  ].join(' · ');
}

type Props = { item: ResolvedCode; start: () => void; leave: () => void };

/** Resolved item, before it is redeemed. */
export function Offer({ item, start, leave }: Props) {
  return (
    <Verdict
      tone="quiet"
      icon={kindIcon(item.itemType)}
      title={<span lang={merchantLanguage()}>{item.name}</span>}
      text={factsOf(item)}
    >
      <Button variant="contained" size="large" onClick={start}>
        {item.discount ? i18n._('Use discount') : i18n._('Start wash')}
      </Button>
      <Button variant="outlined" size="large" onClick={leave}>
        {i18n._('Not now')}
      </Button>
    </Verdict>
  );
}

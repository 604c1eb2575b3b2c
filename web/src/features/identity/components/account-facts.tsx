import { i18n } from '@lingui/core';
import type { Account } from '@/shared/api/types';
import { formatPhone } from '@/shared/format/masks';
import { pageLocale } from '@/shared/i18n/locale';
import { site } from '@/shared/site/boot';
import { postalCodeLabel } from '@/shared/site/country-words';
import { Facts } from '@/shared/ui/facts';

function birthday({ birthdayMonth, birthdayDay }: Account): string {
  if (!birthdayMonth || !birthdayDay) return '–';
  const day = new Date(Date.UTC(2024, birthdayMonth - 1, birthdayDay));
  return new Intl.DateTimeFormat(pageLocale(), { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    day,
  );
}

export function AccountFacts({ account }: { account: Account }) {
  const facts: [string, string][] = [
    [i18n._('Name'), `${account.firstName} ${account.lastName}`],
    [i18n._('Email'), account.email],
    [i18n._('Cell phone number'), formatPhone(account.cellPhoneNumber, site().country)],
    [i18n._('Birthday'), birthday(account)],
    [postalCodeLabel(), account.zipPostalCode],
    [i18n._('Offers and news'), account.optInToMarketing ? i18n._('Yes') : i18n._('No')],
  ];
  return <Facts facts={facts} />;
}

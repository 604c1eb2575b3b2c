import { i18n } from '@lingui/core';
import type { UseFormReturn } from 'react-hook-form';
import type { CountryDefaults } from '@/shared/api/types';
import { SelectField } from '@/shared/forms/select-field';
import { countryOptions, currencyOptions, zoneOptions } from '../model/regions';

export type RegionValues = { country: string; timeZone: string; currency: string };

type Props<T extends RegionValues> = { form: UseFormReturn<T>; countries: CountryDefaults[] };

/** Country of a new site with its time zone and currency, which follow the country. */
export function RegionFields<T extends RegionValues>({ form, countries }: Props<T>) {
  const own = form as unknown as UseFormReturn<RegionValues>;
  const follow = (code: string) => {
    const country = countries.find((one) => one.code === code);
    if (!country) return;
    own.setValue('timeZone', country.timeZone, { shouldValidate: true });
    own.setValue('currency', country.currency, { shouldValidate: true });
  };
  return (
    <>
      <SelectField
        control={own.control}
        name="country"
        label={i18n._('Country')}
        autoComplete="off"
        options={countryOptions(countries)}
        onChosen={follow}
      />
      <SelectField
        control={own.control}
        name="timeZone"
        label={i18n._('Time zone')}
        autoComplete="off"
        options={zoneOptions(countries)}
      />
      <SelectField
        control={own.control}
        name="currency"
        label={i18n._('Currency')}
        autoComplete="off"
        options={currencyOptions(countries)}
      />
    </>
  );
}

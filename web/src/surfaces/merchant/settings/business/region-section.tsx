import { i18n } from '@lingui/core';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { WholeConfig } from '@/features/site/api/site-config';
import { countryOptions, currencyOptions, zoneOptions } from '@/features/sites/model/regions';
import type { CountryDefaults } from '@/shared/api/types';
import { SelectField } from '@/shared/forms/select-field';
import { SectionCard } from '@/shared/ui/section-card';
import styles from '../part.module.css';
import type { BusinessValues } from './business-schema';
import { consequencesOf, zoneName } from './consequences';

type Props = {
  form: UseFormReturn<BusinessValues>;
  saved: WholeConfig;
  countries: CountryDefaults[];
  canChangeCurrency: boolean;
};

/** `options` with the saved value, which the browser may not know. */
function including(options: { value: string; label: string }[], value: string, label = value) {
  return options.some((option) => option.value === value) ? options : [{ value, label }, ...options];
}

/** Country, time zone and currency, with the consequences of a change. */
export function RegionSection({ form, saved, countries, canChangeCurrency }: Props) {
  const { control } = form;
  const [country, timeZone, currency] = useWatch({ control, name: ['country', 'timeZone', 'currency'] });
  const found = consequencesOf(saved, { country, timeZone, currency });
  const off = { control, autoComplete: 'off' } as const;
  return (
    <SectionCard title={i18n._('Region')}>
      <div className={styles.fields}>
        <SelectField
          {...off}
          name="country"
          label={i18n._('Country')}
          options={including(countryOptions(countries), saved.country)}
        />
        <SelectField
          {...off}
          name="timeZone"
          label={i18n._('Time zone')}
          options={including(zoneOptions(countries), saved.timeZone, zoneName(saved.timeZone))}
        />
        <SelectField
          {...off}
          name="currency"
          label={i18n._('Currency')}
          disabled={!canChangeCurrency}
          options={including(currencyOptions(countries), saved.currency)}
        />
      </div>
      <p className={styles.note}>
        {canChangeCurrency
          ? i18n._('You can change the currency until the first sale.')
          : i18n._("You can't change the currency after the first sale.")}
      </p>
      <div role="status">
        {found.length > 0 && (
          <>
            <p className={styles.warning}>{i18n._('Changes when you save:')}</p>
            <ul className={styles.notes}>
              {found.map((one) => (
                <li key={one}>{one}</li>
              ))}
            </ul>
          </>
        )}
      </div>
    </SectionCard>
  );
}

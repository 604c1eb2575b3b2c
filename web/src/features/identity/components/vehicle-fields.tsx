import { i18n } from '@lingui/core';
import type { Control } from 'react-hook-form';
import type { Vehicle } from '@/shared/api/types';
import { digitsOnly } from '@/shared/format/digits';
import styles from '@/shared/forms/form.module.css';
import { FormField } from '@/shared/forms/form-field';
import { StateField } from '@/shared/forms/state-field';
import { hasStates } from '@/shared/site/country-words';
import { longestPlate, longestWord, plate } from '../model/vehicle-form';

type Props = { control: Control<Vehicle>; states: { code: string; name: string }[] };

/** Fields that identify a vehicle. */
export function VehicleFields({ control, states }: Props) {
  const word = (name: 'make' | 'model' | 'color', label: string) => (
    <FormField control={control} name={name} label={label} autoComplete="off" maxLength={longestWord} />
  );
  return (
    <>
      {hasStates() && (
        <StateField
          control={control}
          name="state"
          states={states}
          autoComplete="off"
          maxLength={longestWord}
        />
      )}
      <div className={styles.row}>
        {word('make', i18n._('Make'))}
        {word('model', i18n._('Model'))}
      </div>
      <div className={styles.row}>
        {word('color', i18n._('Color'))}
        <FormField
          control={control}
          name="year"
          label={i18n._('Year')}
          help={i18n._('4 digits')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          sanitize={digitsOnly}
        />
      </div>
      <FormField
        control={control}
        name="license"
        label={i18n._('License plate')}
        help={i18n._('Up to {longest} letters and digits', { longest: longestPlate })}
        autoComplete="off"
        sanitize={plate}
      />
    </>
  );
}

import { valibotResolver } from '@hookform/resolvers/valibot';
import { i18n } from '@lingui/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { keys } from '@/shared/api/query-keys';
import type { Vehicle } from '@/shared/api/types';
import { digitsOnly } from '@/shared/format/masks';
import styles from '@/shared/forms/form.module.css';
import { FormActions } from '@/shared/forms/form-actions';
import { FormFailure } from '@/shared/forms/form-failure';
import { FormField } from '@/shared/forms/form-field';
import { SelectField } from '@/shared/forms/select-field';
import { showFailure } from '@/shared/forms/submit-failure';
import { toast } from '@/shared/ui/toasts';
import { saveVehicle, statesQuery } from '../api/vehicle';
import { longestPlate, longestWord, plate, vehicleSchema } from '../model/vehicle-form';

export function VehicleForm({ vehicle, onDone }: { vehicle: Vehicle; onDone: () => void }) {
  const queries = useQueryClient();
  const states = useQuery(statesQuery());
  const resolver = useMemo(() => valibotResolver(vehicleSchema()), []);
  const form = useForm<Vehicle>({ resolver, mode: 'onTouched', defaultValues: vehicle });
  const { control } = form;
  const options = states.data?.map(({ code, name }) => ({ value: code, label: name })) ?? [];
  const submit = form.handleSubmit(async (values) => {
    try {
      queries.setQueryData(keys.vehicle(), await saveVehicle(values));
      toast(i18n._('Your vehicle is saved.'));
      onDone();
    } catch (error) {
      showFailure(form, error);
    }
  });
  const word = (name: 'make' | 'model' | 'color', label: string) => (
    <FormField control={control} name={name} label={label} autoComplete="off" maxLength={longestWord} />
  );
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label={i18n._('Vehicle info')}>
      {options.length > 0 ? (
        <SelectField
          control={control}
          name="state"
          label={i18n._('State')}
          autoComplete="off"
          options={options}
        />
      ) : (
        <FormField
          control={control}
          name="state"
          label={i18n._('State')}
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
        help={i18n._('Letters and digits, at most {longest}', { longest: longestPlate })}
        autoComplete="off"
        sanitize={plate}
      />
      <p className={styles.note}>{i18n._('Once saved, only support can change your vehicle.')}</p>
      <FormActions control={control} label={i18n._('Save')} onCancel={onDone} />
      <FormFailure control={control} />
    </form>
  );
}

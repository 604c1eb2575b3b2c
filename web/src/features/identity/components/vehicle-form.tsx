import { i18n } from '@lingui/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Vehicle } from '@/shared/api/types';
import { digitsOnly } from '@/shared/format/masks';
import { Form } from '@/shared/forms/form';
import styles from '@/shared/forms/form.module.css';
import { FormField } from '@/shared/forms/form-field';
import { StateField } from '@/shared/forms/state-field';
import { useAppForm } from '@/shared/forms/use-app-form';
import { toast } from '@/shared/ui/toasts';
import { saveVehicle, statesQuery } from '../api/vehicle';
import { longestPlate, longestWord, plate, vehicleSchema } from '../model/vehicle-form';

export function VehicleForm({ vehicle, onDone }: { vehicle: Vehicle; onDone: () => void }) {
  const save = useMutation(saveVehicle);
  const states = useQuery(statesQuery());
  const form = useAppForm({
    schema: vehicleSchema,
    values: vehicle,
    draft: 'vehicle',
    send: async (values) => {
      await save.mutateAsync(values);
      toast(i18n._('Your vehicle is saved.'));
      onDone();
    },
  });
  const { control } = form;
  const word = (name: 'make' | 'model' | 'color', label: string) => (
    <FormField control={control} name={name} label={label} autoComplete="off" maxLength={longestWord} />
  );
  return (
    <Form form={form} label={i18n._('Vehicle info')} submit={i18n._('Save')} onCancel={onDone} guard>
      <StateField
        control={control}
        name="state"
        states={states.data ?? []}
        autoComplete="off"
        maxLength={longestWord}
      />
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
    </Form>
  );
}

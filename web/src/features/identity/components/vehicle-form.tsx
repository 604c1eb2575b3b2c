import { i18n } from '@lingui/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Vehicle } from '@/shared/api/types';
import { Form } from '@/shared/forms/form';
import styles from '@/shared/forms/form.module.css';
import { useAppForm } from '@/shared/forms/use-app-form';
import { toast } from '@/shared/ui/toasts';
import { saveVehicle, statesQuery } from '../api/vehicle';
import { vehicleSchema } from '../model/vehicle-form';
import { VehicleFields } from './vehicle-fields';

export function VehicleForm({ vehicle, onDone }: { vehicle: Vehicle; onDone: () => void }) {
  const save = useMutation(saveVehicle);
  const states = useQuery(statesQuery());
  const form = useAppForm({
    schema: vehicleSchema,
    values: vehicle,
    draft: 'vehicle',
    send: async (values) => {
      await save.mutateAsync(values);
      toast(i18n._('Vehicle saved'));
      onDone();
    },
  });
  return (
    <Form form={form} label={i18n._('Vehicle info')} submit={i18n._('Save')} onCancel={onDone} guard>
      <VehicleFields control={form.control} states={states.data ?? []} />
      <p className={styles.note}>{i18n._('After you save, only support can change your vehicle.')}</p>
    </Form>
  );
}

import { i18n } from '@lingui/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { changeVehicle } from '@/features/identity/api/customers';
import { statesQuery } from '@/features/identity/api/vehicle';
import { VehicleFields } from '@/features/identity/components/vehicle-fields';
import { vehicleSchema } from '@/features/identity/model/vehicle-form';
import type { Vehicle } from '@/shared/api/types';
import { FormDialog } from '@/shared/forms/form-dialog';
import { useAppForm } from '@/shared/forms/use-app-form';

type Props = {
  userId: string;
  vehicle: Vehicle | null;
  version: string;
  onDone: () => void;
  onClose: () => void;
};

const none: Vehicle = { make: '', model: '', year: '', license: '', color: '', state: '' };

/** Updates a vehicle, which its owner can't. */
export function VehicleDialog({ userId, vehicle, version, onDone, onClose }: Props) {
  const { mutateAsync } = useMutation(changeVehicle(userId));
  const { data: states = [] } = useQuery(statesQuery());
  const form = useAppForm({
    schema: vehicleSchema,
    values: vehicle ?? none,
    send: async (entered) => {
      await mutateAsync({ version, vehicle: entered });
      onDone();
    },
  });
  return (
    <FormDialog
      title={i18n._('Edit vehicle')}
      form={form}
      submit={i18n._('Save')}
      onClose={onClose}
      cancel
      guard
      intro={<p>{i18n._('Their membership will apply to this vehicle.')}</p>}
    >
      <VehicleFields control={form.control} states={states} />
    </FormDialog>
  );
}

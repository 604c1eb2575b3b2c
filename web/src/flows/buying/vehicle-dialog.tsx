import { i18n } from '@lingui/core';
import { VehicleForm } from '@/features/identity/components/vehicle-form';
import type { Vehicle } from '@/shared/api/types';
import { PanelDialog } from '@/shared/ui/panel-dialog';

type Props = { vehicle: Vehicle; onDone: () => void };

/** A club is tied to a vehicle, so one is required to join. */
export function VehicleDialog({ vehicle, onDone }: Props) {
  return (
    <PanelDialog title={i18n._('Add vehicle')} onClose={onDone}>
      <p>{i18n._('A wash club covers one vehicle. Add yours to continue.')}</p>
      <VehicleForm vehicle={vehicle} onDone={onDone} />
    </PanelDialog>
  );
}

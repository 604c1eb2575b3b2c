import { i18n } from '@lingui/core';
import type { Vehicle } from '@/shared/api/types';
import { stateLabel } from '@/shared/site/country-words';
import { Facts } from '@/shared/ui/facts';

export function VehicleFacts({ vehicle }: { vehicle: Vehicle }) {
  return (
    <Facts
      facts={[
        [i18n._('Make'), vehicle.make],
        [i18n._('Model'), vehicle.model],
        [i18n._('Color'), vehicle.color],
        [i18n._('Year'), vehicle.year],
        [i18n._('License plate'), vehicle.license],
        ...(vehicle.state ? [[stateLabel(), vehicle.state] as [string, string]] : []),
      ]}
    />
  );
}

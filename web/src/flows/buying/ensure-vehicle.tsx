import type { QueryClient } from '@tanstack/react-query';
import { vehicleQuery } from '@/features/identity/api/vehicle';
import { isComplete } from '@/features/identity/model/vehicle';
import { openDialog } from '@/shared/ui/open-dialog';

/** Whether the customer's vehicle is complete; asks for it if it isn't. */
export async function ensureVehicle(queries: QueryClient): Promise<boolean> {
  const vehicle = await queries.fetchQuery({ ...vehicleQuery(), staleTime: 0 });
  if (isComplete(vehicle)) return true;
  await openDialog<void>(async () => {
    const { VehicleDialog } = await import('./vehicle-dialog');
    return (settle) => <VehicleDialog vehicle={vehicle} onDone={() => settle(null)} />;
  });
  return isComplete(await queries.fetchQuery(vehicleQuery()));
}

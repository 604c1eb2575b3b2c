import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { parallel, serial, unwrap } from '@/shared/api/client';
import { keys } from '@/shared/api/query-keys';
import type { Vehicle } from '@/shared/api/types';

/** All fields are empty without a vehicle. */
export const vehicleQuery = () =>
  queryOptions({
    queryKey: keys.vehicle(),
    queryFn: ({ signal }) => unwrap(parallel.GET('/api/v1/users/vehicle', { signal })),
    staleTime: 60_000,
  });

export const saveVehicle = mutationOptions({
  mutationFn: (body: Vehicle): Promise<Vehicle> => unwrap(serial.POST('/api/v1/users/vehicle', { body })),
  onSuccess: (vehicle, _sent, _before, { client }) => {
    client.setQueryData(keys.vehicle(), vehicle);
  },
});

/** States or provinces of the site's country. */
export const statesQuery = () =>
  queryOptions({
    queryKey: keys.states(),
    queryFn: ({ signal }) => unwrap(parallel.GET('/api/v1/accounts/states', { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });

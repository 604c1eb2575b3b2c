import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { components } from '@/shared/api/api.gen';
import { parallel, serial, unwrap } from '@/shared/api/client';
import { staffKeys } from '@/shared/api/staff-keys';

type Schemas = components['schemas'];
export type ProcessorInUse = Schemas['ProcessorInUse'];
export type TypedProcessor = Schemas['TypedProcessor'];
export type Trial = Schemas['Trial'];

export const processorQuery = () =>
  queryOptions({
    queryKey: staffKeys.processor(),
    queryFn: ({ signal }): Promise<ProcessorInUse> =>
      unwrap(parallel.GET('/api/v1/admin/processor', { signal })),
    staleTime: 10_000,
  });

export const setProcessor = mutationOptions({
  mutationFn: (body: TypedProcessor) => unwrap(serial.PUT('/api/v1/admin/processor', { body })),
  onSuccess: (inUse, _sent, _before, { client }) => {
    client.setQueryData(staffKeys.processor(), inUse);
  },
});

/** Asks the processor whether it knows these credentials. */
export const tryProcessor = mutationOptions({
  mutationFn: async (body: TypedProcessor): Promise<Trial> =>
    (await unwrap(serial.POST('/api/v1/admin/processor/test', { body }))).result,
});

/** The payment terminal at the counter. */
export const p2pQuery = () =>
  queryOptions({
    queryKey: staffKeys.p2p(),
    queryFn: ({ signal }) => unwrap(parallel.GET('/api/v1/settings/p2p', { signal })),
    staleTime: 10_000,
  });

export const setP2p = mutationOptions({
  mutationFn: (terminalId: string) => unwrap(serial.POST('/api/v1/settings/p2p', { body: { terminalId } })),
  onSuccess: (set, _sent, _before, { client }) => {
    client.setQueryData(staffKeys.p2p(), set);
  },
});

import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { components } from '@/shared/api/api.gen';
import { parallel, serial, unwrap } from '@/shared/api/client';
import { staffKeys } from '@/shared/api/staff-keys';
import { partSaved } from '@/shared/office/part-saved';

type Schemas = components['schemas'];
export type ProcessorInUse = Schemas['ProcessorInUse'];
export type TypedProcessor = Schemas['TypedProcessor'];
export type TestedProcessor = Schemas['TriedProcessor'];
export type LeftAccount = Schemas['LeftAccount'];
export type ProcessorPreview = Schemas['ProcessorPreview'];

export const processorQuery = () =>
  queryOptions({
    queryKey: staffKeys.processor(),
    queryFn: ({ signal }): Promise<ProcessorInUse> =>
      unwrap(parallel.GET('/api/v1/admin/processor', { signal })),
    staleTime: 10_000,
  });

export const setProcessor = mutationOptions({
  mutationFn: (body: Schemas['ProcessorChange']) => unwrap(serial.PUT('/api/v1/admin/processor', { body })),
  ...partSaved(staffKeys.processor()),
});

/** Tests credentials with the processor. */
export const tryProcessor = mutationOptions({
  mutationFn: (body: TypedProcessor): Promise<TestedProcessor> =>
    unwrap(serial.POST('/api/v1/admin/processor/test', { body })),
});

/** Previews the effects of saving these credentials. */
export const previewProcessor = mutationOptions({
  mutationFn: (body: TypedProcessor): Promise<ProcessorPreview> =>
    unwrap(serial.POST('/api/v1/admin/processor/preview', { body })),
});

export type P2p = Schemas['P2p'];

/** Card terminal at the counter. */
export const p2pQuery = () =>
  queryOptions({
    queryKey: staffKeys.p2p(),
    queryFn: ({ signal }): Promise<P2p> => unwrap(parallel.GET('/api/v1/settings/p2p', { signal })),
    staleTime: 10_000,
  });

export const setP2p = mutationOptions({
  mutationFn: (body: Schemas['NewP2p']) => unwrap(serial.POST('/api/v1/settings/p2p', { body })),
  ...partSaved(staffKeys.p2p()),
});
